import { setImmediate } from 'node:timers/promises';
import { plainProblem } from '../../model/problem.ts';
import { isDiskFull } from '../fileRefusal.ts';
import type { Writes } from '../store.ts';
import { BatchLost, type Job, runBatch } from './batch.ts';
import { catchUp, type Lag } from './catchUp.ts';
import { openForWriting, openUpToDate, type WrittenStore } from './openForWriting.ts';
import { keepReserve } from './reserve.ts';
import type { FromWriter, ToWriter } from './writerMessages.ts';

declare const self: Worker;

/** The most jobs of one transaction: more would delay the answers to the first ones. */
const maxBatch = 512;
/** The most revisions by which the index may lag while jobs wait. The limits exist because the index takes disk space too. */
const maxLag = 1_024;
/** The most bytes of text by which the index may lag while jobs wait. */
const maxLagBytes = 256 * 1024;
/** After this time without a message, in ms, the thread brings the index up to date. */
const idleTime = 100;
/** Pause before the index is tried again after a failure, in ms. */
const retryTime = 1_000;

/** The body of the writer thread: commits waiting jobs together, and updates the search index from the revision log. */
export function serveWrites(writes: Writes, updateIndex = catchUp): void {
  const jobs: Job[] = [];
  let awaitedRevision = 0n;
  let closing = false;
  let wake = () => {};

  self.onmessage = ({ data }: MessageEvent<ToWriter>) => {
    if (data === null) closing = true;
    else if ('open' in data) void serve(data.open);
    else if ('jobs' in data) jobs.push(...data.jobs);
    else awaitedRevision = data.index;
    wake();
  };

  async function serve(path: string): Promise<void> {
    const store = openUpToDate(path, say);
    if (!store) return;
    // Messages are received between two turns, so the jobs in them join the next batch.
    for (let idle = false; ; await setImmediate()) {
      if (jobs.length > 0 || awaitedRevision > store.lag.indexed) {
        idle = false;
        await work(store);
      } else if (closing) break;
      else if (idle && canIndex(store)) await index(store);
      else idle = !(await messageWithin(canIndex(store) ? idleTime : undefined));
    }
    store.connection?.close();
    keepReserve(path);
    process.exit(0);
  }

  /** Runs one batch. If a search waits for the index or it lags far behind, takes steps until it lags no more than before the batch. */
  async function work(store: WrittenStore): Promise<void> {
    const before = store.lag;
    if (jobs.length > 0) say(await commit(store, writes, jobs.splice(0, maxBatch)));
    if (awaitedRevision <= store.lag.indexed && !isFar(store.lag)) return;
    do await index(store);
    while (isFar(store.lag) && isFurther(store.lag, before) && canIndex(store));
  }

  async function index(store: WrittenStore): Promise<void> {
    const failure = canIndex(store) ? await tryIndex(store, updateIndex) : undefined;
    const indexRests = !canIndex(store);
    if (indexRests) awaitedRevision = 0n;
    say({ outcomes: [], lag: store.lag, indexRests, ...(failure && { failure }) });
  }

  /** @param ms if absent, waits without limit */
  function messageWithin(ms?: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms, false);
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

async function commit(store: WrittenStore, writes: Writes, jobs: Job[]): Promise<FromWriter> {
  try {
    store.connection ??= openForWriting(store.path);
    const done = await runBatch(store.connection, writes, jobs, store.lag);
    store.lag = done.lag;
    return done;
  } catch (error) {
    if (!(error instanceof BatchLost)) throw error;
    if (error.reopen) closeConnection(store);
    const problem = plainProblem(error.problem);
    return { outcomes: jobs.map(({ id }) => ({ id, problem })), failure: String(error.cause) };
  }
}

/** @returns the failure, if any */
async function tryIndex(store: WrittenStore, updateIndex: typeof catchUp): Promise<string | undefined> {
  try {
    store.connection ??= openForWriting(store.path);
    store.lag = await updateIndex(store.connection, store.lag);
    return undefined;
  } catch (error) {
    // After a full disk the connection is usable, and opening another takes room.
    if (!isDiskFull(error)) closeConnection(store);
    store.indexAt = performance.now() + retryTime;
    return `the search index cannot catch up: ${error}`;
  }
}

function canIndex({ lag, indexAt }: WrittenStore): boolean {
  return lag.indexed < lag.last && performance.now() >= indexAt;
}

/** The next use opens another. */
function closeConnection(store: WrittenStore): void {
  store.connection?.close();
  store.connection = undefined;
}

function isFar({ last, indexed, bytes }: Lag): boolean {
  return last - indexed >= maxLag || bytes >= maxLagBytes;
}

function isFurther(now: Lag, before: Lag): boolean {
  return now.last - now.indexed > before.last - before.indexed || now.bytes > before.bytes;
}

function say(message: FromWriter): void {
  self.postMessage(message);
}
