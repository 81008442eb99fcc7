import { afterAll, describe, expect, test } from 'bun:test';
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { until } from '../faults/until.ts';
import { commandOf, runToEnd, startRockola } from '../support/harness.ts';
import { linesWith } from '../support/logged.ts';
import { launch } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-judged-'));
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(async () => {
  await rockola.stop();
  rmSync(folder, { recursive: true });
});

/** The files with their hashes. The -shm files have none: after a kill SQLite rebuilds them even for reading. */
const contents = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).map((entry) => [
    entry.name,
    entry.isFile() && !/(\.lock|-shm)$/.test(entry.name) ? Bun.hash(readFileSync(join(folder, entry.name))) : '',
  ]);
const check = (settings: Record<string, string>) => runToEnd({ PORT: '0', HOME: folder, ...settings }, ['serve', '--check']);

describe('serve --check', () => {
  test('finds no fault and changes nothing: next to a server, after its end, after its kill, and without a store', async () => {
    const { DATABASE_URL = '' } = rockola.env;
    const expectRight = async (address: string, home: string, message: string) => {
      const before = contents(home);
      const { code, out, err } = await check({ DATABASE_URL: address });
      expect([code, out, err]).toEqual([0, expect.stringContaining(message), '']);
      expect(contents(home)).toEqual(before);
    };
    await expectRight(DATABASE_URL, rockola.folder, 'The store is');
    await rockola.end('SIGKILL');
    await expectRight(DATABASE_URL, rockola.folder, 'The store is');
    await rockola.restart();
    await rockola.end();
    await expectRight(DATABASE_URL, rockola.folder, 'The store is');
    await expectRight(`sqlite:${join(folder, 'new', 'r.db')}`, folder, 'which the start creates');
    const older = openConnection(join(folder, 'older.db'), 'write');
    migrate(older, migrations.slice(0, 1));
    older.close();
    await expectRight(`sqlite:${join(folder, 'older.db')}`, folder, `runs ${migrations.length - 1} migrations`);
    await rockola.restart();
  });

  test('lists all faults at once', async () => {
    const settings = await check({ PORT: 'x', ROCKOLA_POOL: '0', ROCKOLA_DATABASE_CA: join(folder, 'none.pem'), ROCKOLA_NONE: '1' });
    expect(settings.code).toBe(2);
    for (const name of ['PORT', 'ROCKOLA_POOL', 'ROCKOLA_DATABASE_CA', 'ROCKOLA_NONE']) expect(settings.err).toContain(name);
    writeFileSync(join(folder, 'text.db'), 'no store '.repeat(1000));
    const places = await check({ HOST: 'notahost', DATABASE_URL: `sqlite:${join(folder, 'text.db')}` });
    expect([places.code, places.err]).toEqual([2, expect.stringContaining('HOST is notahost')]);
    expect(places.err).toContain('cannot be opened');
    writeFileSync(join(folder, 'two.db'), readFileSync((rockola.env.DATABASE_URL ?? '').slice('sqlite:'.length)));
    linkSync(join(folder, 'two.db'), join(folder, 'names.db'));
    // 203.0.113.0/24 belongs to nobody (RFC 5737).
    const others = await check({ HOST: '203.0.113.9', DATABASE_URL: `sqlite:${join(folder, 'two.db')}` });
    expect([others.code, others.err]).toEqual([2, expect.stringContaining('HOST is 203.0.113.9, no address of this machine')]);
    expect(others.err).toContain('more than one name');
  });

  test('names a file or folder that is in the way of the files of a start', async () => {
    const place = (name: string, make: (path: string) => void) => {
      const path = join(folder, name, 'r.db');
      mkdirSync(dirname(path));
      make(path);
      return path;
    };
    const obstacles: [string, string, RegExp][] = [
      ['text', place('text', (path) => writeFileSync(`${path}.lock`, 'foreign '.repeat(1000))), /r\.db\.lock cannot be used .*Delete it/],
      ['socket', place('socket', (path) => mkdirSync(`${path}.sock`)), /r\.db\.sock is a folder.*Remove it/],
      ['folder', place('folder', (path) => mkdirSync(`${path}.lock`)), /r\.db\.lock/],
    ];
    for (const [name, path, message] of obstacles) {
      const { code, err } = await check({ DATABASE_URL: `sqlite:${path}` });
      expect([name, code, err]).toEqual([name, 2, expect.stringMatching(message)]);
    }
    const used = await check({ DATABASE_URL: rockola.env.DATABASE_URL ?? '' });
    expect([used.code, used.out]).toEqual([0, expect.stringContaining('A server uses it now')]);
  });

  test('names a database server that is out of reach, without its password', async () => {
    const { code, err } = await check({ DATABASE_URL: 'postgres://u:canary@127.0.0.1:9/x' });
    expect([code, err]).toEqual([2, expect.stringContaining('127.0.0.1')]);
    expect(err).not.toContain('canary');
  });
});

test('a line of the log says that the service is ready, and where it listens', async () => {
  await until(() => rockola.output().includes('"msg":"ready"'), 'the log has no line "ready"');
  const line = linesWith(rockola, '"msg":"ready"').at(-1) ?? '';
  expect(JSON.parse(line)).toMatchObject({ level: 'info', host: '127.0.0.1', port: Number(new URL(rockola.url).port), url: rockola.url });
});

const python = Bun.which('python3');
const listener = `import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1].replace('@', chr(0)))
print('bound', flush=True)
while True: print(s.recv(100).decode(), flush=True)`;

test.skipIf(!python).each([
  ['a file', join(folder, 'notify.sock')],
  ['a name of the kernel', `@rockola-${process.pid}`],
])('systemd learns through %s that the service is ready, and that it stops', async (_, name) => {
  const receiver = Bun.spawn(['python3', '-c', listener, name], { stdout: 'pipe' });
  let said = '';
  const read = (async () => {
    for await (const text of receiver.stdout.pipeThrough(new TextDecoderStream())) said += text;
  })();
  await until(() => said.includes('bound'), 'nobody listens');
  const notified = await launch(
    { ...rockola.env, DATABASE_URL: `sqlite:${join(folder, 'notify.db')}`, NOTIFY_SOCKET: name },
    commandOf('serve'),
  );
  await until(() => said.includes('READY=1'), 'it does not say that it is ready');
  expect(said).not.toContain('STOPPING');
  await notified.end('SIGTERM');
  await until(() => said.includes('STOPPING=1'), 'it does not say that it stops');
  receiver.kill();
  await read;
});
