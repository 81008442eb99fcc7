import { afterAll, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd, startRockola } from '../support/harness.ts';
import { remedyWords } from '../support/remedyWords.ts';

/** Files whose content does not fit their name: a command names the fault and the remedy, and leaves nothing behind. */
const all = mkdtempSync(join(tmpdir(), 'rockola-odd-'));
let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(all, String(++count));
  mkdirSync(folder);
});
afterAll(() => rmSync(all, { recursive: true }));

const inFolder = (name: string) => join(folder, name);
const run = (settings: Record<string, string>, ...args: string[]) => runToEnd({ HOME: folder, PORT: '0', ...settings }, args);
const store = (name: string) => ({ DATABASE_URL: `sqlite:${inFolder(name)}` });
/** A start that is refused before anything is created. */
const refusedStart = (settings: Record<string, string>) => run({ ...store('none.db'), HOST: '203.0.113.9', ...settings }, 'serve');

test.each(['DATABASE_URL', 'SMTP_URL'])(
  'a file for %s_FILE that is too large, or never ends, is read up to the limit and refused',
  async (name) => {
    writeFileSync(inFolder('large'), 'x'.repeat(64 * 1024 + 1));
    for (const path of ['/dev/zero', inFolder('large')]) {
      const { code, err } = await refusedStart({ DATABASE_URL: '', [`${name}_FILE`]: path });
      expect([code, err]).toEqual([
        2,
        expect.stringContaining(`${name} cannot be read from the file that ${name}_FILE names (it has more than 65536 bytes)`),
      ]);
    }
  },
);

test('a certificate and a password that never end are read up to their limit', async () => {
  const certificate = await refusedStart({ ROCKOLA_DATABASE_CA: '/dev/zero' });
  expect([certificate.code, certificate.err]).toEqual([
    2,
    expect.stringContaining('ROCKOLA_DATABASE_CA names /dev/zero, which cannot be read (it has more than'),
  ]);
  const program = Bun.spawn(['sh', '-c', `exec ${process.execPath} --no-env-file src/main.ts account add Ana a@example.org < /dev/zero`], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...store('r.db') },
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  expect([await program.exited, await program.stderr.text()]).toEqual([1, expect.stringContaining('at most 256 are allowed')]);
});

test.each([
  'postgres://u:p@sec/ret@127.0.0.1:9/x',
  'postgres://u:12/sec@ret/x@127.0.0.1/x',
  'postgres://u:1?sec@ret.example/x',
  'postgresql://u:1#sec@ret.example/x',
  'postgres://u:p@sec@ret.example/x',
])('a database address whose password is not escaped is refused, and the message shows no part of the password: %s', async (address) => {
  for (const [settings, ...args] of [
    [{ DATABASE_URL: address }, 'serve'],
    [{ DATABASE_URL: address }, 'check'],
    [store('r.db'), 'move', '--from', address, '--to', `sqlite:${inFolder('to.db')}`],
  ] as [Record<string, string>, ...string[]][]) {
    const { code, out, err } = await run(settings, ...args);
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining('%40')]);
    expect(out + err).not.toMatch(/sec|ret\b/);
  }
});

test('a store that is a pipe or a folder is refused, and gets no lock beside it', async () => {
  await run(store('r.db'), 'serve', '--check');
  Bun.spawnSync(['mkfifo', inFolder('pipe')]);
  mkdirSync(inFolder('dir'));
  for (const name of ['pipe', 'dir']) {
    const { code, err } = await run({}, 'move', '--from', `sqlite:${inFolder('x.db')}`, '--to', `sqlite:${inFolder(name)}`);
    expect([name, code > 0, err]).toEqual([name, true, expect.stringMatching(remedyWords)]);
    const started = await run(store(name), 'serve');
    expect([name, started.code, started.err]).toEqual([name, 2, expect.stringContaining('is no file')]);
  }
  expect(
    readdirSync(folder)
      .filter((name) => name !== '.bun')
      .toSorted(),
  ).toEqual(['dir', 'pipe']);
});

test('a lock that is a link is not followed', async () => {
  symlinkSync(inFolder('elsewhere'), inFolder('r.db.lock'));
  for (const args of [['serve'], ['serve', '--check']]) {
    const { code, err } = await run(store('r.db'), ...args);
    expect([args, code > 0, err]).toEqual([args, true, expect.stringContaining('r.db.lock is a symbolic link')]);
  }
  expect([existsSync(inFolder('elsewhere')), existsSync(inFolder('r.db'))]).toEqual([false, false]);
});

test('a link that leads to itself is named as the cause', async () => {
  symlinkSync(inFolder('loop'), inFolder('loop'));
  const from = await run(store('loop'), 'backup', inFolder('b.db'));
  expect([from.code, from.err]).toEqual([1, expect.stringMatching(/loop cannot be used \(.*link.*Correct its name/s)]);
  writeFileSync(inFolder('r.db'), '');
  const onto = await run(store('r.db'), 'backup', inFolder('loop'));
  expect([onto.code, onto.err]).toEqual([1, expect.stringContaining('loop is there already')]);
  for (const args of [
    ['backup', join(folder, 'loop', 'b.db')],
    ['backup', '--into', inFolder('loop')],
  ]) {
    const under = await run(store('r.db'), ...args);
    expect([args, under.code, under.err]).toEqual([args, 1, expect.stringMatching(/cannot be used \(.*link/s)]);
  }
  expect(lstatSync(inFolder('loop')).isSymbolicLink()).toBe(true);
});

test('a store that lost its content is not served as a new one', async () => {
  const rockola = await startRockola(store('r.db'));
  await rockola.end();
  truncateSync(inFolder('r.db'));
  for (const args of [['serve'], ['serve', '--check']]) {
    const { code, err } = await run(store('r.db'), ...args);
    expect([args, code, err]).toEqual([
      args,
      2,
      expect.stringMatching(/r\.db is empty, but \S+r\.db\.reserve shows .*Restore a backup: rockola restore FILE/),
    ]);
  }
  expect(statSync(inFolder('r.db')).size).toBe(0);
  // An empty file that no service has used, as `touch` makes one, is a new store.
  rmSync(inFolder('r.db.reserve'));
  await rockola.restart();
  expect((await rockola.call('GET', '/api/v1/artists?limit=1')).status).toBe(200);
  await rockola.stop();
});
