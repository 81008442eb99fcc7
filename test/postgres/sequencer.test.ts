import { afterAll, afterEach, expect, test } from 'bun:test';
import pg from 'pg';
import { system } from '../../src/model/actor.ts';
import { writes } from '../../src/operations/writes.ts';
import { createPool } from '../../src/store/postgres/connections.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { lockNumbers } from '../../src/store/postgres/lockNumbers.ts';
import { numberAll } from '../../src/store/postgres/numbering.ts';
import { until } from '../faults/until.ts';
import { ask, makeDatabase } from '../support/databases.ts';
import { newArtist } from '../support/newArtist.ts';

const reports: string[] = [];
/** The number of a lock that only this test uses. */
const testLock = 1;
const database = await makeDatabase('');
const url = database.settings.DATABASE_URL as string;
const store = await openPostgres({ url, poolSize: 2, readers: 1, create: true, report: (message) => void reports.push(message) });
const operator = new pg.Client(url);
await operator.connect();
afterAll(async () => {
  await operator.end();
  await store.close();
  await database.drop();
});
afterEach(() => reports.splice(0));

const add = (name: string) => store.write(writes.createArtist, system, { record: newArtist({ name }), requireId: false });
const unnumbered = () => store.figures().postgres?.unnumbered;
const untilTrue = (condition: () => boolean) => until(condition, `${condition} stays false`);

test('a lasting failure and its end are each reported once, and show in the metrics', async () => {
  await operator.query('alter table counted rename to away');
  for (const name of ['Uno', 'Dos', 'Tres']) await add(name);
  await untilTrue(() => unnumbered()?.revisions === 3 && (unnumbered()?.seconds ?? 0) > 0.5);
  expect(reports).toEqual([expect.stringMatching(/get no number.*counted.*rockola check/)]);
  await operator.query('alter table away rename to counted');
  await untilTrue(() => unnumbered()?.revisions === 0);
  expect(unnumbered()).toEqual({ revisions: 0, seconds: 0 });
  expect(reports.slice(1)).toEqual([expect.stringContaining('get their numbers again')]);
});

test('each kind of failure is reported', async () => {
  await operator.query('alter table counted rename to away');
  await add('Cuatro');
  await untilTrue(() => reports.length === 1);
  await operator.query('alter table away rename to counted; alter table counted add check (artists < 0) not valid');
  await untilTrue(() => reports.length === 2);
  await operator.query('alter table counted drop constraint counted_artists_check');
  await untilTrue(() => unnumbered()?.revisions === 0);
  expect(reports).toHaveLength(3);
});

test('a lock that another session holds shows in the metrics', async () => {
  await operator.query('select pg_advisory_lock($1)', [lockNumbers.sequencer]);
  await add('Cinco');
  await untilTrue(() => unnumbered()?.revisions === 1 && (unnumbered()?.seconds ?? 0) > 0.5);
  await operator.query('select pg_advisory_unlock($1)', [lockNumbers.sequencer]);
  await untilTrue(() => unnumbered()?.revisions === 0);
});

test('numbering continues while requests use all connections of the pool', async () => {
  await operator.query('select pg_advisory_lock($1)', [testLock]);
  const holders = [1, 2].map(() =>
    store.read((reader) => Promise.resolve(reader.get(`select pg_advisory_xact_lock_shared(${testLock})`)), null),
  );
  // The figure is seen for some 20 ms only, so the test looks for it before it inserts.
  const seen = untilTrue(() => (unnumbered()?.seconds ?? 0) > 1_000_000);
  const insert = `insert into revision (at, kind, id, version, action, shape) values (0, 'album', 999, 1, 'create', 1)`;
  await Promise.all([seen, ask(url, insert)]);
  await untilTrue(() => unnumbered()?.revisions === 0);
  expect(store.figures().postgres?.idle).toBe(0);
  await operator.query('select pg_advisory_unlock($1)', [testLock]);
  await Promise.all(holders);
});

test('waiting for numbers gives up if numbering makes no progress', async () => {
  const pool = createPool(url, 1);
  await operator.query('select pg_advisory_lock($1)', [lockNumbers.sequencer]);
  await add('Seis');
  expect(await numberAll(pool, 500).catch(String)).toContain('still have no number');
  await operator.query('select pg_advisory_unlock($1)', [lockNumbers.sequencer]);
  await numberAll(pool);
  expect((await operator.query('select 1 from revision where seq is null')).rowCount).toBe(0);
  await pool.end();
});
