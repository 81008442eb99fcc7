import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { system } from '../../src/model/actor.ts';
import { Problem } from '../../src/model/problem.ts';
import { createArtist, listArtists } from '../../src/operations/artists.ts';
import { checkChangeLog } from '../../src/operations/check.ts';
import { BatchLost, runBatch } from '../../src/store/sqlite/batch.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { openSqlite } from '../../src/store/sqlite/engine.ts';
import type { Store } from '../../src/store/store.ts';
import { dieInThread, fill, refuse, throwError } from './faults.ts';

let folder: string;
let store: Store;
const reports: string[] = [];
const open = () =>
  openSqlite({ path: join(folder, 'r.db'), writer: new URL('./faultyWriter.ts', import.meta.url), report: (fault) => reports.push(fault) });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rockola-store-'));
  store = await open();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const create = (name: string) =>
  store.change(createArtist, system, { artist: { id: undefined, name, description: '', image: '', band: '' }, insist: false });
const names = async () => (await store.read(listArtists, { limit: 100n, offset: 0n, after: undefined })).records.map(({ name }) => name);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'kept',
    (error) => (error instanceof Problem ? error.code : String(error)),
  );

test('a refused change leaves no trace and harms no neighbour of its batch', async () => {
  const results = await Promise.all([
    codeOf(create('a')),
    codeOf(store.change(refuse, system, 'refused')),
    codeOf(create('b')),
    codeOf(store.change(throwError, system, 'broken')),
    codeOf(create('c')),
  ]);
  expect(results).toEqual(['kept', 'precondition-failed', 'kept', expect.stringContaining('a defect after writing'), 'kept']);
  expect(await names()).toEqual(['a', 'b', 'c']);
  expect(await store.read(checkChangeLog, null)).toEqual({ faults: [], changes: 3, records: 3 });
});

test('whoever has the answer to a change sees it, though reads share a snapshot', async () => {
  const reading = async (until: Promise<unknown>) => {
    let done = false;
    until.finally(() => (done = true));
    for (; !done; await new Promise((resolve) => setTimeout(resolve))) await names();
  };
  for (let i = 0; i < 50; i++) {
    const change = create(`seen ${i}`);
    const seen = change.then(names);
    await Promise.all([reading(change), reading(change)]);
    expect(await seen).toContain(`seen ${i}`);
  }
});

test('a writer thread that dies is replaced; what it had is answered as unknown', async () => {
  await create('before');
  expect(await codeOf(store.change(dieInThread, system, null))).toBe('unavailable');
  for (let i = 0; i < 50 && (await codeOf(create('after'))) !== 'kept'; i++) await Bun.sleep(20);
  expect(await names()).toContain('after');
  expect(reports.join()).toContain('the thread dies');
});

test('a writer thread that cannot be replaced is tried again until it can', async () => {
  const away = `${folder}-away`;
  renameSync(folder, away);
  expect(await codeOf(store.change(dieInThread, system, null))).toBe('unavailable');
  for (let i = 0; i < 100 && !reports.join().includes('cannot be started'); i++) await Bun.sleep(20);
  expect(reports.join()).toContain('cannot be started');
  expect(await create('meanwhile').catch((error) => error.message)).toContain('cannot be written at the moment');
  renameSync(away, folder);
  for (let i = 0; i < 150 && (await codeOf(create('after'))) !== 'kept'; i++) await Bun.sleep(20);
  expect(await names()).toEqual(['after']);
});

test('closing waits for the changes under way', async () => {
  const outcomes: string[] = [];
  for (let i = 0; i < 100; i++) codeOf(create(`last ${i}`)).then((outcome) => outcomes.push(outcome));
  await store.close();
  expect(outcomes).toEqual(Array(100).fill('kept'));
  store = await open();
  expect(await names()).toHaveLength(100);
});

test('a full disk keeps nothing of a batch, and writing goes on when there is room', async () => {
  await store.close();
  const connection = openConnection(join(folder, 'r.db'), 'write');
  const jobs = (count: number) => Array.from({ length: count }, (_, id) => ({ id, operation: 'fill', actor: system, input: `full ${id}` }));
  const pages = Number(connection.get('pragma page_count')?.page_count);
  connection.database.run(`pragma max_page_count = ${pages + 60}`);
  const lost = await runBatch(connection, { fill }, jobs(50)).catch((error) => error);
  expect(lost).toBeInstanceOf(BatchLost);
  expect([lost.problem.code, lost.reopen]).toEqual(['storage-full', false]);
  expect(connection.get('select count(*) as n from artist')?.n).toBe(0n);
  connection.database.run('pragma max_page_count = 1073741823');
  expect(await runBatch(connection, { fill }, jobs(50))).toHaveLength(50);
  expect(connection.get('pragma integrity_check')?.integrity_check).toBe('ok');
  connection.database.close();
  store = await open();
  expect((await store.read(checkChangeLog, null)).faults).toEqual([]);
});

test('a stretch of a million honoured ids is passed over in one look', async () => {
  await store.close();
  const database = new Database(join(folder, 'r.db'));
  database.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000)
    insert into change (at, actor, kind, id, version, action, document) select 0, null, 'artist', i, 1, 'create', '' from n`);
  database.close();
  store = await open();
  const start = performance.now();
  expect((await create('after')).record.id).toBe(1_000_001n);
  expect(performance.now() - start).toBeLessThan(5000);
  expect((await create('next')).record.id).toBe(1_000_002n);
}, 30_000);

test('changes in one turn of the event loop share a commit', async () => {
  await Promise.all(Array.from({ length: 400 }, (_, i) => create(`n${i}`)));
  const database = new Database(join(folder, 'r.db'), { readonly: true });
  const { moments } = database.query('select count(distinct at) as moments from change').get() as { moments: number };
  database.close();
  expect(moments).toBeLessThan(20);
});
