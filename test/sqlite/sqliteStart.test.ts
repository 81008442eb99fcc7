import { Database } from 'bun:sqlite';
import { afterAll, expect, test as longToo } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationTable } from '../../src/store/migrations.ts';
import { until } from '../faults/until.ts';
import { isLong, repetitionsFor } from '../support/amount.ts';
import { commandOf, type Rockola, runToEnd, startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const test = longToo.skipIf(isLong);
const folder = mkdtempSync(join(tmpdir(), 'rockola-start-'));
/** The number of starts that are stopped before they finish. */
const stops = repetitionsFor('STOPPED_STARTS', { short: 2, long: 8 });
const started: Rockola[] = [];
afterAll(async () => {
  await Promise.all(started.map((rockola) => rockola.stop()));
  rmSync(folder, { recursive: true, force: true });
});
const start = async (settings?: Record<string, string>) => {
  const rockola = await startRockola(settings);
  started.push(rockola);
  return rockola;
};

test('a first start that fails late does not lose the first key: the next start shows it', async () => {
  const target = join(folder, 'late.db');
  const env = { PORT: '0', DATABASE_URL: `sqlite:${target}` };
  const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const failed = await runToEnd({ ...env, ROCKOLA_METRICS_PORT: String(taken.port) });
  expect([failed.code, existsSync(target), `${failed.out}${failed.err}`.includes('rka_')]).toEqual([1, true, false]);
  await taken.stop(true);
  expect((await start(env)).adminKey).toMatch(/^rka_/);
});

test('the service starts from any folder', async () => {
  const child = Bun.spawn(commandOf('serve'), {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATABASE_URL: 'sqlite:elsewhere.db' },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  let err = '';
  const read = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) err += text;
  })();
  await until(() => err.includes('Rockola is at'), 'it does not start');
  child.kill();
  expect([await child.exited, await read]).toEqual([0, undefined]);
});

test('a folder that cannot be made, and a file that is no store, are refused', async () => {
  writeFileSync(join(folder, 'file'), 'x');
  const noFolder = await runToEnd({ PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'file', 'x.db')}` });
  expect([noFolder.code, noFolder.err]).toEqual([1, expect.stringContaining('cannot be made')]);
  writeFileSync(join(folder, 'text.db'), 'this is no database at all, but long enough to look at '.repeat(100));
  const noStore = await runToEnd({ PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'text.db')}` });
  expect([noStore.code, noStore.err]).toEqual([2, expect.stringContaining('cannot be opened')]);
});

test('a store that is newer than the program, or of another program, is not touched', async () => {
  const path = join(folder, 'newer.db');
  const database = new Database(path);
  database.run('pragma journal_mode = wal');
  database.run(migrationTable);
  database.run("insert into migration values (1, 'x', 'y', 0), (99, 'x', 'y', 0)");
  const newer = await runToEnd({ PORT: '0', DATABASE_URL: `sqlite:${path}` });
  expect([newer.code, newer.err]).toEqual([2, expect.stringContaining('schema 99')]);
  database.run('delete from migration where number = 99');
  const other = await runToEnd({ PORT: '0', DATABASE_URL: `sqlite:${path}` });
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('its migration 1 (first) is not the one of this program')]);
  expect(other.err).toContain('run that build to use it');
  expect(database.query("select count(*) as n from sqlite_schema where type = 'table'").get()).toEqual({ n: 1 });
  database.close();
});

longToo('a start that is killed, or stopped, at any moment leaves a store that the next start completes', async () => {
  const random = randomFrom(seed);
  console.log(`start: TEST_SEED=${seed}`);
  for (let round = 0; round < stops; round++) {
    const delay = 20 + random.below(460);
    const target = join(folder, `stopped-${round}`);
    mkdirSync(target);
    const env = { PATH: process.env.PATH ?? '', PORT: '0', DATABASE_URL: `sqlite:${join(target, 'r.db')}` };
    const child = Bun.spawn(commandOf('serve'), { env, stdout: 'ignore', stderr: 'ignore' });
    await Bun.sleep(delay);
    const signal = round % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
    child.kill(signal);
    const code = await child.exited;
    // If the program does not handle signals yet, the system ends it, with the code 143.
    if (signal === 'SIGTERM') expect([0, 143]).toContain(code);
    const rockola = await start({ DATABASE_URL: env.DATABASE_URL });
    expect((await rockola.call('GET', '/api/v1/artists')).json.meta.total).toBe(412n);
    expect((await rockola.cli(['check'])).code).toBe(0);
  }
});

test('a link for a new password has the address of the running server; without a server, that of the command’s settings', async () => {
  const rockola = await start({ ROCKOLA_PUBLIC_URL: 'https://rock.example.org/rock' });
  const { email } = await rockola.person();
  const settings = { DATABASE_URL: rockola.env.DATABASE_URL ?? '', PORT: '4567' };
  const served = await runToEnd({ ...settings, ROCKOLA_PUBLIC_URL: 'https://elsewhere.example.org' }, ['account', 'reset-link', email]);
  expect(served.out).toStartWith('https://rock.example.org/rock/account/reset#token=rkl_');
  await rockola.end();
  const unserved = await runToEnd({ ...settings, ROCKOLA_PUBLIC_URL: 'https://elsewhere.example.org' }, ['account', 'reset-link', email]);
  expect(unserved.out).toStartWith('https://elsewhere.example.org/account/reset#token=rkl_');
  const unknown = await runToEnd(settings, ['account', 'reset-link', email]);
  expect([unknown.code, unknown.out, unknown.err]).toEqual([
    1,
    '',
    expect.stringContaining('Set ROCKOLA_PUBLIC_URL as the server has it, or start the server.'),
  ]);
  await rockola.restart();
});

test('the service reports that it is alive and ready, and not ready without its store', async () => {
  const rockola = await start();
  for (const path of ['/livez', '/readyz']) expect((await rockola.call('GET', path)).status).toBe(200);
  rmSync(join(rockola.folder, 'rockola.db'));
  await until(async () => (await fetch(`${rockola.url}/readyz`)).status === 503, 'it is still ready');
  expect((await rockola.call('GET', '/livez')).status).toBe(200);
  const ready = await rockola.call('GET', '/readyz');
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
});
