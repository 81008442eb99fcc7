import { afterAll, afterEach, expect, test } from 'bun:test';
import pg from 'pg';
import { Problem } from '../../src/model/problem.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { type Reader, registerReads } from '../../src/store/store.ts';
import { until } from '../faults/until.ts';
import { ask as askDatabase, makeDatabase } from '../support/databases.ts';
import { textIn } from '../support/failure.ts';
import { openSlowLink } from '../support/slowLink.ts';

const database = await makeDatabase('');
const url = database.settings.DATABASE_URL as string;
const store = await openPostgres({ url, poolSize: 1, readers: 2, create: true, report: () => {} });
afterEach(() => expect(store.figures().slowReads).toMatchObject({ running: 0, waiting: 0 }));
afterAll(async () => {
  await store.close();
  await database.drop();
});

const reads = registerReads({
  sleep: async (reader: Reader, seconds: number) => (await reader.get('select pg_sleep($1::float8)::text as slept', seconds))?.slept,
  wait: async (reader: Reader, lock: number) =>
    (await reader.get('select pg_advisory_xact_lock_shared($1)::text as waited', BigInt(lock)))?.waited,
  async endless(reader: Reader, _input: null) {
    for (;;) await reader.get('select 1 as one');
  },
  async countTwice(reader: Reader, seconds: number) {
    const count = async () => (await reader.get('select count(*) as n from artist'))?.n;
    const first = await count();
    await reader.get('select pg_sleep($1::float8)::text as slept', seconds);
    return [first, await count()];
  },
  async write(reader: Reader, _input: null) {
    return reader.get('delete from artist returning id');
  },
  async die(reader: Reader, _input: null) {
    return reader.get('select pg_terminate_backend(pg_backend_pid())');
  },
  async refuse(_reader: Reader, _input: null) {
    throw new Problem('not-found', 'There is nothing.');
  },
});

const neverAborted = new AbortController().signal;
const ask = <N extends keyof typeof reads>(name: N, input: Parameters<(typeof reads)[N]['run']>[1], signal = neverAborted, client = 'a') =>
  store.readSlow(reads[name] as (typeof reads)['sleep'], input as number, { client, signal }) as Promise<unknown>;
const resultOf = (promise: Promise<unknown>) => promise.then((value) => value, textIn);
const underWay = async () =>
  (
    await askDatabase(
      url,
      `select query from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
    )
  ).length;

test('slow reads never take a connection from quick ones', async () => {
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query('select pg_advisory_lock(1)');
  let ended = 0;
  const slow = [1, 2, 3].map(() => ask('wait', 1).finally(() => ended++));
  await until(() => store.figures().slowReads?.running === 2, 'two slow reads are not running');
  for (let i = 0; i < 5; i++) await store.read((reader) => reader.get('select 1 as one') as Promise<unknown>, null);
  expect(ended).toBe(0);
  await holder.end();
  expect(await Promise.all(slow)).toEqual(['', '', '']);
});

test('a read sees one snapshot and can write nothing', async () => {
  const counts = ask('countTwice', 2);
  await until(async () => (await underWay()) > 0, 'no statement is under way');
  await askDatabase(url, `insert into artist values (1, 'x', '', '', '', 1, 1)`);
  expect(await counts).toEqual([0n, 0n]);
  expect(await ask('countTwice', 0)).toEqual([1n, 1n]);
  expect(await resultOf(ask('write', null))).toContain('unavailable');
  expect(await ask('countTwice', 0)).toEqual([1n, 1n]);
});

test('when a client has gone, its statement ends on the server too', async () => {
  const gone = new AbortController();
  const outcomes = [
    resultOf(ask('sleep', 20, gone.signal)),
    resultOf(ask('endless', null, gone.signal)),
    resultOf(ask('sleep', 20, gone.signal)),
  ];
  await until(async () => (await underWay()) > 0, 'no statement is under way');
  await Bun.sleep(100);
  expect(await underWay()).toBe(1);
  gone.abort();
  expect(await Promise.all(outcomes)).toEqual(Array(3).fill(expect.stringContaining('gone')));
  await until(async () => (await underWay()) === 0, 'the statement goes on');
  expect(await Promise.all([ask('sleep', 0), ask('sleep', 0)])).toEqual(['', '']);
});

test('a broken connection fails only its own read', async () => {
  const [dead, other] = [resultOf(ask('die', null)), ask('sleep', 0.3)];
  expect([await dead, await other]).toEqual([expect.stringContaining('unavailable'), '']);
  expect(await Promise.all([1, 2, 3].map(() => ask('sleep', 0)))).toEqual(['', '', '']);
});

test('the connection of a refused read can be used again', async () => {
  for (let i = 0; i < 5; i++) expect(await resultOf(ask('refuse', null))).toBe('not-found: There is nothing.');
  expect(await ask('sleep', 0)).toBe('');
});

test('the parallel statements of a slow read take one round trip, including its begin and commit', async () => {
  const link = await openSlowLink(url, 1);
  const far = await openPostgres({ url: link.url, poolSize: 1, readers: 1, create: false, report: () => {} });
  const several = (reader: Reader) => Promise.all([1, 2, 3].map((n) => reader.get(`select ${n}::bigint as n`)));
  const { atOnce } = registerReads({ atOnce: several });
  const read = () => far.readSlow(atOnce, null, { client: 'a', signal: neverAborted });
  const trips: number[] = [];
  // The sequencer may make more round trips on its own connection. If the next read begins before the last commit is answered, it has none.
  for (let n = 0; n < 5 || (n < 100 && !trips.includes(1)); n++) {
    const counted = link.countTrips();
    expect(await read()).toEqual([{ n: 1n }, { n: 2n }, { n: 3n }]);
    trips.push(counted());
    await Bun.sleep(20);
  }
  expect(trips).toContain(1);
  await far.close();
  link.close();
});
