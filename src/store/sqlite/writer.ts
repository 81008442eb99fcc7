import { plainProblem } from '../../model/problem.ts';
import { StartRefused } from '../../model/startRefused.ts';
import { isDiskFull } from '../fileTrouble.ts';
import type { Report, Writes } from '../store.ts';
import { BatchLost, type Job, type Outcome, runBatch } from './batch.ts';
import { type Backlog, catchUp, countBehind } from './catchUp.ts';
import { type Connection, openConnection } from './database.ts';
import { keepReserve, withReserve } from './reserve.ts';
import { upgradeSqlite } from './upgrade.ts';

declare const self: Worker;

/** What the writer thread hears: where the store is, then jobs and whether the search index is to catch up; null is the word to finish. */
export type ToWriter = { open: string } | { jobs: Job[]; catchUp?: true } | null;
/**
 * What it says: a step of opening, that it is open or why it cannot be; then what became of jobs, in how many seconds they were
 * committed, and what the operator should know; how many revisions the search index is behind, and how often it was asked to catch
 * up until now.
 */
export type FromWriter =
  | { step: Parameters<Report> }
  | { opened: true; behind?: number }
  | { refused: Pick<StartRefused, 'reasons' | 'exitCode'> }
  | { outcomes: Outcome[]; commitSeconds?: number | undefined; failure?: string; behind?: number; caughtUp?: number };

/** Jobs in one transaction at most, so that its answers do not wait too long behind it. */
const maxBatch = 512;
/**
 * Revisions that the index may be behind while there is more to write, and bytes of what they say, since the index takes room too; and how
 * long it may be behind when there is not, in ms.
 */
const maxBehind = 1_024;
const maxBytesBehind = 256 * 1024;
const idleTime = 100;
/** After a failure to catch up, in ms. */
const retryTime = 1_000;

/** The body of the writer thread: the only writing connection, and the waiting jobs taken together. */
export function serveWrites(writes: Writes, bringIn = catchUp): void {
  let path = '';
  let connection: Connection | undefined;
  let running = false;
  let finishing = false;
  let behind: Backlog = { revisions: 0, bytes: 0, last: 0n };
  /** The last revision that was there when each asked. */
  let asked: bigint[] = [];
  let retryAt = 0;
  let idle: Timer | undefined;
  const waiting: Job[] = [];

  self.onmessage = ({ data }: MessageEvent<ToWriter>) => {
    if (data === null) finishing = true;
    else if ('open' in data) {
      path = data.open;
      connection = openUpToDate(path, say);
      if (connection) behind = countBehind(connection);
    } else {
      waiting.push(...data.jobs);
      if (data.catchUp) asked.push(behind.last);
    }
    if (running) return;
    running = true;
    // Messages that have arrived already are heard before the immediate, so they join the batch.
    setImmediate(drain);
  };

  async function drain(): Promise<void> {
    clearTimeout(idle);
    while (waiting.length > 0 || asked.length > 0) {
      const before = behind;
      if (waiting.length > 0) say(await settle(waiting.splice(0, maxBatch)));
      if (asked.length > 0 || isFar(behind)) await index();
      // Writes of many revisions each do not leave the index further behind than they found it.
      while (isFar(behind) && isFurther(behind, before) && canIndex()) await index();
      await new Promise((resolve) => setImmediate(resolve));
    }
    running = false;
    if (finishing) await end();
    else if (behind.revisions > 0) idle = setTimeout(whileIdle, idleTime);
  }

  async function whileIdle(): Promise<void> {
    while (!running && canIndex()) {
      await index();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function end(): Promise<void> {
    connection?.close();
    keepReserve(path);
    process.exit(0);
  }

  function canIndex(): boolean {
    return behind.revisions > 0 && performance.now() >= retryAt;
  }

  async function settle(jobs: Job[]): Promise<FromWriter> {
    try {
      connection ??= openForWriting(path);
      const writer = connection;
      let counted = behind;
      let commitSeconds = 0;
      const outcomes = await runBatch(writer, writes, jobs, {
        beforeCommit() {
          counted = countBehind(writer, behind);
        },
        onCommit(seconds) {
          commitSeconds = seconds;
        },
      });
      behind = counted;
      return { outcomes, commitSeconds, behind: behind.revisions };
    } catch (error) {
      if (!(error instanceof BatchLost)) throw error;
      if (error.reopen) forgetConnection();
      const problem = plainProblem(error.problem);
      return { outcomes: jobs.map(({ id }) => ({ id, problem })), failure: String(error.cause), behind: behind.revisions };
    }
  }

  /** Has the index catch up by one step, so that writes have to wait for no more. Who asked is answered once it has what was there then, or fails. */
  async function index(): Promise<void> {
    const failure = canIndex() ? await tryIndex() : undefined;
    const reached = canIndex() ? behind.last - BigInt(behind.revisions) : behind.last;
    const open = asked.filter((seq) => seq > reached);
    say({ outcomes: [], behind: behind.revisions, caughtUp: asked.length - open.length, ...(failure && { failure }) });
    asked = open;
  }

  async function tryIndex(): Promise<string | undefined> {
    try {
      connection ??= openForWriting(path);
      behind = await bringIn(connection, behind);
      return undefined;
    } catch (error) {
      // After a full disk it can be trusted, and to open another takes room.
      if (!isDiskFull(error)) forgetConnection();
      retryAt = performance.now() + retryTime;
      return `the search index cannot catch up: ${error}`;
    }
  }

  function forgetConnection(): void {
    connection?.close();
    connection = undefined;
  }

  function say(message: FromWriter): void {
    self.postMessage(message);
  }
}

function isFar({ revisions, bytes }: Backlog): boolean {
  return revisions >= maxBehind || bytes >= maxBytesBehind;
}

function isFurther(now: Backlog, before: Backlog): boolean {
  return now.revisions > before.revisions || now.bytes > before.bytes;
}

/**
 * What a large statement changes is kept in memory until it is done: for a file SQLite needs a descriptor, and a flood of connections may
 * leave none.
 */
export function openForWriting(path: string): Connection {
  const connection = openConnection(path, 'write');
  connection.run('pragma temp_store = memory');
  return connection;
}

/**
 * Opens a store that no other process uses, made and brought up to date first. That may take long, and meanwhile the process answers
 * probes and signals. Says how it goes and how it ended.
 */
export function openUpToDate(path: string, say: (message: FromWriter) => void): Connection | undefined {
  const report: Report = (...step) => say({ step });
  try {
    withReserve(path, () => upgradeSqlite(path, report), report);
    const connection = openForWriting(path);
    say({ opened: true, behind: countBehind(connection).revisions });
    return connection;
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    say({ refused: { reasons: error.reasons, exitCode: error.exitCode } });
    return undefined;
  }
}
