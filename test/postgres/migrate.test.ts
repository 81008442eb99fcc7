import { afterEach, beforeEach, expect, test } from 'bun:test';
import pg from 'pg';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { lockNumbers } from '../../src/store/postgres/lockNumbers.ts';
import { migrations } from '../../src/store/postgres/migrations.ts';
import { prepareServer } from '../../src/store/postgres/start.ts';
import { until } from '../faults/until.ts';
import { ask, makeDatabase, type TestDatabase } from '../support/databases.ts';

/** In ms. Shorter than the slow statements below, which these limits would abort; longer than other statements on a busy machine. */
const timeouts = 'statement_timeout=2000&query_timeout=2000&idle_in_transaction_session_timeout=2000';
let database: TestDatabase;
let url: string;
let other: pg.Client;
let lines: string[];
const say = (line: string) => void lines.push(line);

beforeEach(async () => {
  lines = [];
  database = await makeDatabase('');
  url = database.settings.DATABASE_URL as string;
  other = new pg.Client(url);
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await database.drop();
});

const hold = () => other.query('select pg_advisory_lock($1)', [lockNumbers.migrate]);
const release = () => other.query('select pg_advisory_unlock($1)', [lockNumbers.migrate]);
const slow = (ms: number) => [{ number: 1, name: 'slow', sql: `create table slow (); select pg_sleep(${ms / 1000})` }];

test('a node waits for the migration of another without a time limit, logs it repeatedly, and continues', async () => {
  await hold();
  const prepared = prepareServer(`${url}?${timeouts}`, migrations, true, say, 200);
  await until(() => lines.length > 1, 'it does not say that it waits');
  for (const line of lines) expect(line).toMatch(/another node .*waiting for it, \d s so far/i);
  await release();
  await prepared;
  expect(await ask(url, 'select number from migration')).toEqual(migrations.map(({ number }) => ({ number })));
});

test('a node that waited for the migration of another node does not run it again', async () => {
  await hold();
  const prepared = prepareServer(`${url}?${timeouts}`, slow(0), true, say, 200);
  await Bun.sleep(300);
  await release();
  const nodes = [0, 1].map(() => prepareServer(`${url}?${timeouts}`, slow(0), true, say, 200));
  await Promise.all([prepared, ...nodes]);
  expect(await ask(url, 'select name from migration')).toEqual([{ name: 'slow' }]);
});

test('a migration has no time limit, even if the database limits statements, and logs that it runs', async () => {
  const name = new URL(url).pathname.slice(1);
  for (const setting of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await other.query(`alter database ${name} set ${setting} = '1s'`);
  await prepareServer(`${url}?${timeouts}`, slow(2_500), true, say, 200);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/Migration 1 \(slow\) is running, \d s so far/);
  expect(await ask(url, 'select name from migration')).toEqual([{ name: 'slow' }]);
});

test('a failed migration leaves no change, and releases its lock', async () => {
  const broken = [{ number: 1, name: 'broken', sql: 'create table half (); select 1 / 0' }];
  expect(await prepareServer(url, broken, true, say).catch(String)).toContain('division by zero');
  await prepareServer(url, slow(0), true, say);
  expect(await ask(url, `select count(*) as n from pg_tables where tablename = 'half'`)).toEqual([{ n: 0 }]);
});

test('a start gives up soon if the server accepts connections but stays silent', async () => {
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const start = performance.now();
  const refused = prepareServer(`postgres://rockola:x@127.0.0.1:${silent.port}/rockola`, migrations, true, say);
  expect(await refused.catch(String)).toContain('cannot be used');
  expect(performance.now() - start).toBeLessThan(20_000);
  silent.stop(true);
});

test('a store that waits for the migration of another node reports the wait, and then opens', async () => {
  await hold();
  const opened = openPostgres({ url, poolSize: 2, readers: 1, create: true, report: say });
  while (lines.length === 0) await Bun.sleep(50);
  await release();
  const store = await opened;
  expect([lines, await store.ready()]).toEqual([[expect.stringContaining('waiting for it')], true]);
  await store.close();
});
