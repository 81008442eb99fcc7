import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test as testAlsoLong } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { system } from '../../src/model/actor.ts';
import { Problem } from '../../src/model/problem.ts';
import { writes } from '../../src/operations/writes.ts';
import { openSqlite } from '../../src/store/sqlite/engine.ts';
import type { Read, Store } from '../../src/store/store.ts';
import { until } from '../faults/until.ts';
import { isLong } from '../support/amount.ts';
import { textIn } from '../support/failure.ts';
import { newArtist } from '../support/newArtist.ts';
import { threads } from '../support/threads.ts';
import { faultyReads } from './faultyReads.ts';

/** A test of the short form only. */
const test = testAlsoLong.skipIf(isLong);
let folder: string;
let store: Store;
let reports: string[];
/** The lock for which the read `stuck` waits. */
let lock: Database | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rockola-readers-'));
  reports = [];
  const reader = new URL('./faultyReader.ts', import.meta.url);
  store = await openSqlite({
    path: join(folder, 'r.db'),
    threads: { ...threads, reader },
    readers: 2,
    report: (message) => reports.push(message),
  });
});
afterEach(async () => {
  lock?.close();
  lock = undefined;
  await store.close();
  rmSync(folder, { recursive: true });
});

const create = (name: string) => store.write(writes.createArtist, system, { record: newArtist({ name }), requireId: false });
const ask = <I, O>(read: Read<I, O>, input: I, signal = new AbortController().signal, client = 'a') =>
  store.readSlow(read, input, { client, signal });
/** Starts both threads, so that the next reads begin at once. On a crowded machine a start may take longer than a read may. */
const warm = () =>
  until(() => Promise.all([1, 2].map(() => ask(faultyReads.countTwice, 50))).then(Boolean, () => false), 'no thread starts');
const resultOf = (promise: Promise<unknown>) => promise.then((value) => value, textIn);
const mark = () => join(folder, 'mark ');
const hasBegun = () => existsSync(`${mark()}begun`);
function lockForStuck(): void {
  lock = new Database(`${mark()}lock`);
  lock.run('begin immediate');
}
/** Whether no reader has an old snapshot: only then can the log be emptied. */
const logIsFree = () => {
  const database = new Database(join(folder, 'r.db'));
  const { busy } = database.query('pragma wal_checkpoint(truncate)').get() as { busy: number };
  database.close();
  return busy === 0;
};

test('input, result and refusals cross the thread as they are', async () => {
  const value = { id: 9223372036854775807n, text: 'Año 🎸', list: [1n, null, undefined], none: undefined };
  expect(await ask(faultyReads.echo, value)).toEqual(value);
  const refusal = await ask(faultyReads.refuse, 'artist 7').catch((error) => error);
  expect([refusal instanceof Problem, refusal.code, refusal.message]).toEqual([true, 'not-found', 'There is no artist 7.']);
  expect(await resultOf(ask(faultyReads.throwError, null))).toContain('a defect while reading');
  expect(await resultOf(ask({ ...faultyReads.echo, name: 'unknown' }, 1))).toContain('no such read');
  expect(await ask(faultyReads.echo, 'still there')).toBe('still there');
  expect(reports).toEqual([]);
});

testAlsoLong.if(existsSync('/proc/self/fd'))('a snapshot leaves no file open, whether its operation succeeds or fails', async () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  for (let i = 0; i < 10; i++) {
    expect(await store.snapshot(faultyReads.countTwice.run, 0)).toEqual([0n, 0n]);
    expect(await resultOf(store.snapshot(faultyReads.refuse.run, 'artist 7'))).toContain('not-found');
  }
  expect(open() - before).toBeLessThan(5);
});

test('threads are reused, and there are never more than two', async () => {
  await warm();
  const { reads } = store.figures();
  const names: string[] = [];
  for (let i = 0; i < 5; i++) names.push(...(await Promise.all([1, 2, 3, 4].map(() => ask(faultyReads.whichThread, null)))));
  expect(names).toHaveLength(20);
  expect(new Set(names).size).toBeLessThanOrEqual(2);
  expect(store.figures().reads - reads).toBe(20);
});

test('a read sees one snapshot, with every change that was answered before the read was called', async () => {
  await warm();
  for (let i = 0; i < 5; i++) await create('before');
  const counts = ask(faultyReads.countAround, mark());
  await until(hasBegun, 'it is not running');
  for (let i = 0; i < 5; i++) await create('meanwhile');
  writeFileSync(`${mark()}goOn`, '');
  expect(await counts).toEqual([5n, 5n]);
  expect(await ask(faultyReads.countTwice, 0)).toEqual([10n, 10n]);
});

test('a read whose client has gone ends; its thread continues, and its snapshot does not block the log', async () => {
  await warm();
  const gone = new AbortController();
  const outcomes = [1, 2].map(() => resultOf(ask(faultyReads.endless, null, gone.signal)));
  await until(async () => {
    await create('so that the log is not empty');
    return !logIsFree();
  }, 'no read has its snapshot');
  expect(store.figures().slowReads).toEqual({ running: 2, waiting: 0, refused: 0 });
  gone.abort();
  expect(await Promise.all(outcomes)).toEqual(Array(2).fill(expect.stringContaining('gone')));
  expect(await ask(faultyReads.echo, 'next')).toBe('next');
  // Each read ends between two of its statements, and the answer above may be from the thread that ended first.
  await until(logIsFree, 'a read still holds up the log');
  expect(reports).toEqual([]);
});

test('a thread that stops its read in time is kept', async () => {
  await warm();
  const gone = new AbortController();
  const stopped = resultOf(ask(faultyReads.endless, null, gone.signal));
  await Bun.sleep(50);
  gone.abort();
  expect(await stopped).toContain('gone');
  // A thread has two seconds to end its read.
  const both = () => Promise.all([1, 2].map(() => ask(faultyReads.whichThread, null)));
  const before = new Set(await both());
  await Bun.sleep(2_500);
  expect([new Set(await both()), reports]).toEqual([before, []]);
});

test('a thread that dies fails only its own read, and the next read has another thread', async () => {
  await create('so that the log is not empty');
  const [dead, other] = [resultOf(ask(faultyReads.dieInThread, null)), resultOf(ask(faultyReads.countTwice, 300))];
  expect(await dead).toContain('unavailable: The store failed while reading');
  expect(await other).toEqual([1n, 1n]);
  expect(await Promise.all([1, 2, 3].map((i) => ask(faultyReads.echo, i)))).toEqual([1, 2, 3]);
  expect(reports).toEqual([expect.stringContaining('the reader dies')]);
  await until(logIsFree, 'a snapshot is kept');
});

test('a thread that dies while nobody asks it is never asked again', async () => {
  await ask(faultyReads.dieAfterwards, null);
  await until(() => reports.length > 0, 'its death is not reported');
  expect(reports).toEqual([expect.stringContaining('the reader dies while nobody asks')]);
  expect(await Promise.all([1, 2].map((i) => ask(faultyReads.echo, i)))).toEqual([1, 2]);
});

test('a thread that does not react during a statement is given up; others are served meanwhile', async () => {
  await warm();
  const gone = new AbortController();
  lockForStuck();
  const stuck = resultOf(ask(faultyReads.stuck, mark(), gone.signal));
  await until(hasBegun, 'it is not running');
  gone.abort();
  expect(await ask(faultyReads.echo, 'meanwhile')).toBe('meanwhile');
  expect(await stuck).toContain('gone');
  expect(reports).toEqual([expect.stringContaining('did not stop')]);
  expect(await Promise.all([1, 2, 3].map((i) => ask(faultyReads.echo, i)))).toEqual([1, 2, 3]);
});

test('reads are refused while no thread can be started, and served again afterwards', async () => {
  const away = `${folder}-away`;
  renameSync(folder, away);
  expect(await resultOf(ask(faultyReads.echo, 1))).toContain('unavailable');
  renameSync(away, folder);
  expect(reports).toHaveLength(1);
  expect(await ask(faultyReads.echo, 2)).toBe(2);
});

test('closing stops reads that are under way', async () => {
  await warm();
  const outcome = resultOf(ask(faultyReads.endless, null));
  await Bun.sleep(200);
  await store.close();
  expect(await outcome).toContain('unavailable');
  await until(logIsFree, 'a snapshot is kept');
  store = { ...store, close: async () => {} };
});

test.each([0, 1, 20])('a read that is called %i ms before the store closes leaves no thread and no write-ahead log', async (ms) => {
  await create('so that the log is not empty');
  const asked = resultOf(ask(faultyReads.echo, 1));
  if (ms > 0) await Bun.sleep(ms);
  await store.close();
  expect([Bun.peek.status(asked), await asked]).toEqual(['fulfilled', expect.stringContaining('unavailable')]);
  expect(readdirSync(folder).filter((name) => name.endsWith('-wal'))).toEqual([]);
  store = { ...store, close: async () => {} };
});

const openLate = (path: string) =>
  openSqlite({
    path,
    threads: { ...threads, reader: new URL('./lateReader.ts', import.meta.url) },
    readers: 1,
    report: (message) => reports.push(message),
  });

test('a read whose client leaves while its thread opens the store ends, and the thread is kept for the next read', async () => {
  const path = join(folder, 'late.db');
  const lateStore = await openLate(path);
  const echo = (input: number, signal = new AbortController().signal) =>
    resultOf(lateStore.readSlow(faultyReads.echo, input, { client: 'a', signal }));
  const gone = new AbortController();
  const begun = performance.now();
  const left = echo(1, gone.signal);
  await until(() => lateStore.figures().slowReads?.running === 1, 'it has no turn');
  gone.abort();
  expect(await left).toContain('gone');
  // The thread opens after six seconds.
  expect(performance.now() - begun).toBeLessThan(6_000);
  await until(async () => (await echo(2)) === 2, 'the thread is not kept');
  expect([readFileSync(`${path}.starts`, 'utf8'), reports]).toEqual(['x', []]);
  await lateStore.close();
});

test.each(['readSlow', 'openSnapshot'] as const)('the store closes even while the thread of a %s has not opened it', async (method) => {
  const path = join(folder, 'never.db');
  const lateStore = await openLate(path);
  const begun = performance.now();
  const caller = { client: 'a', signal: new AbortController().signal };
  const asked = resultOf(method === 'readSlow' ? lateStore.readSlow(faultyReads.echo, 1, caller) : lateStore.openSnapshot(caller));
  await until(() => existsSync(`${path}.starts`), 'no thread starts');
  await lateStore.close();
  // A thread has fifteen seconds to open a store.
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect([await asked, reports, existsSync(`${path}-wal`)]).toEqual([expect.stringContaining('unavailable: '), [], false]);
});

test('a reader that is stuck in a statement does not keep the store from closing', async () => {
  const path = join(folder, 'stuck.db');
  const reader = new URL('./faultyReader.ts', import.meta.url);
  const otherStore = await openSqlite({ path, threads: { ...threads, reader }, readers: 1, report: () => {} });
  const caller = { client: 'a', signal: new AbortController().signal };
  lockForStuck();
  const asked = resultOf(otherStore.readSlow(faultyReads.stuck, mark(), caller));
  await until(hasBegun, 'it is not running');
  await otherStore.close();
  expect(await asked).toContain('unavailable: ');
});
