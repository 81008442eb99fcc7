import { afterAll, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountSmallDisk } from '../faults/diskFull/smallDisk.ts';
import { runToEnd, startRockola } from '../support/harness.ts';
import { linesWith, untilLogged } from '../support/logged.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-messages-'));
const file = (name: string) => join(folder, name);
const isRoot = process.getuid?.() === 0;
chmodSync(folder, 0o755);
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
await rockola.end();
afterAll(async () => {
  await rockola.stop();
  rmSync(folder, { recursive: true });
});

/** Makes a file. @returns its path */
function made(name: string, make: (path: string) => void): string {
  make(file(name));
  return file(name);
}

describe('a file that cannot be used is named with the reason', () => {
  test.each([
    ['nothing', () => file('none.db'), /There is no (file|store)/],
    ['a folder', () => folder, /is a folder, or no regular file/],
    ['a link to nothing', () => made('link.db', (path) => symlinkSync('nowhere', path)), /is a link to something that is not there/],
    ['a name below a file', () => `${made('plain', (path) => writeFileSync(path, ''))}/x.db`, /cannot be used .*Correct its name/],
  ])('%s', async (_, make, reason) => {
    const path = make();
    const restored = await rockola.cli(['restore', path]);
    expect([restored.code, restored.err]).toEqual([1, expect.stringMatching(reason)]);
    const moved = await rockola.cli(['move', '--from', `sqlite:${path}`, '--to', `sqlite:${file('moved.db')}`]);
    expect([moved.code, moved.err]).toEqual([1, expect.not.stringContaining('defect')]);
    if (!reason.source.includes('link')) expect(moved.err).toMatch(reason);
  });

  test.skipIf(!isRoot)('a file that may not be read, and one in a folder that may not be entered', async () => {
    mkdirSync(file('closed'), { mode: 0o700 });
    for (const name of ['secret.db', 'closed/there.db']) writeFileSync(file(name), 'x', { mode: 0o600 });
    for (const name of ['secret.db', 'closed/there.db']) {
      const asNobody = ['setpriv', '--reuid=65534', '--clear-groups'];
      const { code, err } = await runToEnd({ DATABASE_URL: `sqlite:${file('own.db')}`, HOME: folder }, ['restore', file(name)], asNobody);
      expect([code, err]).toEqual([1, expect.stringContaining('cannot be used by')]);
      expect(err).not.toContain('There is no file');
    }
  });

  test.skipIf(!isRoot)('no message suggests changing the owner of a folder of root', async () => {
    const asNobody = ['setpriv', '--reuid=65534', '--clear-groups'];
    const { code, err } = await runToEnd({ DATABASE_URL: 'sqlite:/usr/rockola.db', HOME: folder, PORT: '0' }, ['serve'], asNobody);
    expect([code, err]).toEqual([1, expect.stringContaining('belongs to root. Name a folder of your own')]);
    expect(err).not.toContain('chown');
  });
});

describe('a listener', () => {
  const env = () => ({ ...rockola.env, DATABASE_URL: `sqlite:${file('listen.db')}` });

  test('with an unknown host name is not tried again; the message names the setting and the addresses of the machine', async () => {
    const { code, err } = await runToEnd({ ...env(), HOST: 'notahost' });
    expect([code, err]).toEqual([2, expect.stringMatching(/^HOST is notahost, .*127\.0\.0\.1/)]);
  });

  test('for the metrics with an unknown host name is refused with the same message', async () => {
    const { code, err } = await runToEnd({ ...env(), ROCKOLA_METRICS_HOST: 'notahost', ROCKOLA_METRICS_PORT: '0' });
    expect([code, err]).toEqual([2, expect.stringMatching(/^ROCKOLA_METRICS_HOST is notahost, .*127\.0\.0\.1/)]);
  });

  test('with an address of another machine is refused with the addresses of this machine', async () => {
    const { code, err } = await runToEnd({ ...env(), HOST: '192.0.2.99' });
    expect([code, err]).toEqual([1, expect.stringMatching(/Listening on 192\.0\.2\.99:0 failed .*127\.0\.0\.1/)]);
  });
});

/** How the command line prints a line break within one line of a message. */
const escapedBreak = '\\u{a}';

test('the suggestion for a misspelt command is a line of its own', async () => {
  for (const typed of [['serv'], ['account', 'lst'], ['check', '--hepl']]) {
    const { err } = await rockola.cli(typed);
    expect(err).not.toContain(escapedBreak);
  }
  expect((await rockola.cli(['serv'])).err.split('\n')).toContain('(Did you mean serve?)');
  // A line break that the user typed makes no new line in the message.
  expect((await rockola.cli(['x\ny'])).err).toContain(escapedBreak);
});

test('the damage of a file is reported line by line', async () => {
  await rockola.restart();
  expect((await rockola.cli(['backup', file('damaged.db')])).code).toBe(0);
  await rockola.end();
  const bytes = new Uint8Array(await Bun.file(file('damaged.db')).arrayBuffer());
  for (let page = 20; page < 26; page++) bytes.fill(0xff, page * 4096, page * 4096 + 64);
  await Bun.write(file('damaged.db'), bytes);
  for (const [address, command] of [
    [rockola.env.DATABASE_URL, ['restore', file('damaged.db')]],
    [`sqlite:${file('damaged.db')}`, ['check']],
  ] as [string, string[]][]) {
    const { out, err } = await runToEnd({ ...rockola.env, DATABASE_URL: address }, command);
    expect(out + err).not.toContain(escapedBreak);
    // SQLite's headings of its report.
    expect(out + err).not.toContain('***');
  }
});

const disk = mountSmallDisk(16);
test.skipIf(!disk)('a full disk is reported once, not with every write', async () => {
  const full = await startRockola(
    { DATABASE_URL: `sqlite:${join(disk?.folder ?? '', 'rockola.db')}` },
    { expectErrors: [/the store failed to write/, /was not noted|housekeeping/] },
  );
  const write = () => full.send('POST', '/artists', { name: 'Sui Generis' });
  disk?.fill();
  let refused = 0;
  for (let i = 0; i < 1_000 && refused < 200; i++) if ((await write()).status === 507) refused++;
  expect(refused).toBe(200);
  await untilLogged(full);
  const lines = linesWith(full, 'the store failed to write');
  expect([lines.length > 0, lines.length < 4]).toEqual([true, true]);
  disk?.free();
  await full.stop();
  disk?.unmount();
});

test.if(existsSync('/dev/full'))('a command whose result cannot be written does not look like a success', async () => {
  const { DATABASE_URL = '' } = rockola.env;
  for (const command of [
    'key add operator@localhost --name lost',
    'account list',
    'account list --json',
    'key list',
    'check',
    'completion bash',
  ]) {
    const { code, err } = await runToEnd({ DATABASE_URL }, command.split(' '), ['sh', '-c', '"$@" > /dev/full', 'sh']);
    expect([command, code, err]).toEqual([command, 1, expect.stringContaining('could not be written')]);
  }
});
