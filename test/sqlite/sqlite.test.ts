import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { system } from '../../src/model/actor.ts';
import { noContext } from '../../src/model/context.ts';
import { listArtists } from '../../src/operations/artist.ts';
import { checkLog } from '../../src/operations/check.ts';
import { reads } from '../../src/operations/reads.ts';
import { writes } from '../../src/operations/writes.ts';
import { BatchLost, runBatch } from '../../src/store/sqlite/batch.ts';
import { type Connection, openConnection } from '../../src/store/sqlite/database.ts';
import { openSqlite } from '../../src/store/sqlite/engine.ts';
import type { Store } from '../../src/store/store.ts';
import { until } from '../faults/until.ts';
import { codeIn } from '../support/failure.ts';
import { newArtist } from '../support/newArtist.ts';
import { threads as usual } from '../support/threads.ts';
import { faults } from './faults.ts';

let folder: string;
let store: Store;
const reports: string[] = [];
const threads = { ...usual, writer: new URL('./faultyWriter.ts', import.meta.url) };
/** The changes in each commit. */
const commits: number[] = [];
const open = () =>
  openSqlite({
    path: join(folder, 'r.db'),
    threads,
    readers: 2,
    report: (message) => reports.push(message),
    onCommit: (changes) => commits.push(changes),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rockola-store-'));
  store = await open();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const create = (name: string) => store.write(writes.createArtist, system, { record: newArtist({ name }), requireId: false });
const names = async () => (await store.read(listArtists, { limit: 100n, offset: 0n, after: undefined })).records.map(({ name }) => name);
const codeOf = (promise: Promise<unknown>) => promise.then(() => 'kept', codeIn);

test('a refused change writes nothing and does not affect the other changes of its batch', async () => {
  const results = await Promise.all([
    codeOf(create('a')),
    codeOf(store.write(faults.refuse, system, 'refused')),
    codeOf(create('b')),
    codeOf(store.write(faults.throwError, system, 'broken')),
    codeOf(create('c')),
  ]);
  expect(results).toEqual(['kept', 'precondition-failed', 'kept', expect.stringContaining('a defect after writing'), 'kept']);
  expect(await names()).toEqual(['a', 'b', 'c']);
  expect(await store.snapshot(checkLog, null)).toEqual({ damage: [], revisions: 3, records: 3 });
});

test('a stored refusal rolls back the writes before it, and no other change of its batch', async () => {
  const keyed = { ...noContext, keyed: { key: 'a', request: 'b', keepsRefusals: true } };
  const refused = (): Promise<unknown> => store.write(faults.refuseOnce, system, 'taken back', keyed);
  const [, problem] = await Promise.all([create('a'), refused(), create('b')]);
  expect(problem).toEqual({ problem: { code: 'precondition-failed', detail: 'refused after writing', facts: {} }, replayed: false });
  expect(await refused()).toEqual({ ...(problem as object), replayed: true });
  expect(await names()).toEqual(['a', 'b']);
  expect(await store.snapshot(checkLog, null)).toEqual({ damage: [], revisions: 2, records: 2 });
});

test('a read after the answer to a change sees the change, though reads share a snapshot', async () => {
  const readUntil = async (change: Promise<unknown>) => {
    let done = false;
    void change.finally(() => (done = true));
    for (; !done; await new Promise((resolve) => setTimeout(resolve))) await names();
  };
  for (let i = 0; i < 50; i++) {
    const change = create(`seen ${i}`);
    const seen = change.then(names);
    await Promise.all([readUntil(change), readUntil(change)]);
    expect(await seen).toContain(`seen ${i}`);
  }
});

test('a writer thread that dies is replaced; the changes that it had are answered as unavailable', async () => {
  await create('before');
  expect(await codeOf(store.write(faults.dieInThread, system, 0))).toBe('unavailable');
  // Reads continue, but load balancers should send no changes here.
  expect(await Promise.all([store.ready(), store.figures().up, names()])).toEqual([false, false, ['before']]);
  await until(async () => (await codeOf(create('after'))) === 'kept', 'it is not replaced');
  expect(await names()).toContain('after');
  expect(reports.join()).toContain('the thread dies');
});

test('a writer without work counts as up after a minute of silence, a writer with work does not', async () => {
  await create('before');
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;
  try {
    ahead = 60_000;
    const together = ['one', 'other'].map((name) => codeOf(create(name)));
    expect([store.figures().up, ...(await Promise.all(together))]).toEqual([true, 'kept', 'kept']);
    const slow = codeOf(store.write(faults.dieInThread, system, 300));
    await Bun.sleep(20);
    ahead = 120_000;
    expect([store.figures().up, await codeOf(create('while it hangs')), await slow]).toEqual([false, 'unavailable', 'unavailable']);
  } finally {
    performance.now = now;
  }
});

test('the size of the store is measured once the search index has all changes', async () => {
  for (let i = 0; i < 5; i++) {
    await create(`words ${i}`);
    await store.size();
    const database = new Database(join(folder, 'r.db'), { readonly: true });
    const state = database.query('select indexed, (select max(seq) from revision) as last from index_state').get() as object;
    database.close();
    const [indexed, last] = Object.values(state);
    expect(indexed).toBe(last);
  }
});

test('a search that waits for the index is answered, though the writer dies meanwhile', async () => {
  await create('before');
  const dead = codeOf(store.write(faults.dieInThread, system, 300));
  // The thread must have begun the write before the search asks for an updated index.
  await Bun.sleep(20);
  const start = performance.now();
  const query = { q: 'before', kind: undefined, limit: 10n, offset: 0n };
  const found = await codeOf(store.readSlow(reads.searchRecords, query, { client: 'a', signal: new AbortController().signal }));
  expect([await dead, found]).toEqual(['unavailable', 'kept']);
  expect(performance.now() - start).toBeLessThan(4_000);
});

test('the store tries to replace a dead writer thread until it succeeds', async () => {
  const away = `${folder}-away`;
  renameSync(folder, away);
  expect(await codeOf(store.write(faults.dieInThread, system, 0))).toBe('unavailable');
  await until(() => reports.join().includes('cannot be started'), 'no report');
  expect(await create('meanwhile').catch((error) => error.message)).toContain('cannot be written at the moment');
  expect([await store.ready(), store.figures().up]).toEqual([false, false]);
  renameSync(away, folder);
  await until(async () => (await codeOf(create('after'))) === 'kept', 'it is not replaced');
  expect([await store.ready(), store.figures().up]).toEqual([true, true]);
  expect(await names()).toEqual(['after']);
});

test('closing waits for the changes under way', async () => {
  const outcomes: string[] = [];
  for (let i = 0; i < 100; i++) void codeOf(create(`last ${i}`)).then((outcome) => outcomes.push(outcome));
  await store.close();
  expect(outcomes).toEqual(Array(100).fill('kept'));
  store = await open();
  expect(await names()).toHaveLength(100);
});

test('a batch that meets a full disk writes nothing, and writes work again when there is room', async () => {
  await store.close();
  const connection = openConnection(join(folder, 'r.db'), 'write');
  const jobs = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ id, operation: 'fill', actor: system, input: `full ${id}`, context: noContext }));
  const pages = Number(connection.get('pragma page_count')?.page_count);
  connection.database.run(`pragma max_page_count = ${pages + 60}`);
  const lost = await runBatch(connection, faults, jobs(50)).catch((error) => error);
  expect(lost).toBeInstanceOf(BatchLost);
  expect([lost.problem.code, lost.reopen]).toEqual(['storage-full', false]);
  expect(connection.get('select count(*) as n from artist')?.n).toBe(0n);
  connection.database.run('pragma max_page_count = 1073741823');
  expect((await runBatch(connection, faults, jobs(50))).outcomes).toHaveLength(50);
  expect(connection.get('pragma integrity_check')?.integrity_check).toBe('ok');
  connection.close();
  store = await open();
  expect((await store.snapshot(checkLog, null)).damage).toEqual([]);
});

test('a run of a million requested ids is skipped in as many queries as a run of two', async () => {
  await store.close();
  const connection = openConnection(join(folder, 'r.db'), 'write');
  const addRequestedIds = (first: number, last: number) =>
    connection.database.run(`with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${last})
      insert into revision (changeset, at, kind, id, version, action, shape) select i, 0, 'artist', i, 1, 'create', 1 from n`);
  let queries = 0;
  const counting: Connection = {
    ...connection,
    get(sql, ...values) {
      queries++;
      return connection.get(sql, ...values);
    },
  };
  const record = newArtist({ name: 'after' });
  const addArtist = async () => {
    queries = 0;
    await runBatch(counting, writes, [
      { id: 1, operation: 'createArtist', actor: system, input: { record, requireId: false }, context: noContext },
    ]);
    return [connection.get('select max(id) as id from artist')?.id, queries];
  };
  addRequestedIds(1, 2);
  const [id, few] = await addArtist();
  addRequestedIds(4, 1_000_000);
  expect([id, await addArtist()]).toEqual([3n, [1_000_001n, few]]);
  connection.database.close();
  store = await open();
  expect((await create('next')).record.id).toBe(1_000_002n);
});

test('changes in one turn of the event loop share a commit', async () => {
  commits.length = 0;
  await Promise.all(Array.from({ length: 400 }, (_, i) => create(`n${i}`)));
  expect(commits).toEqual([400]);
});
