import { plainProblem } from '../../model/problem.ts';
import type { Writes } from '../store.ts';
import { BatchLost, type Job, type Outcome, runBatch } from './batch.ts';
import { type Connection, openConnection } from './database.ts';

declare const self: Worker;

/** What the writer thread hears: first where the store is, then jobs; null is the word to finish. */
export type ToWriter = { open: string } | { jobs: Job[] } | null;
/** What it says: that it is open, what became of jobs, in how many seconds they were committed, and what the operator should know. */
export type FromWriter = { opened: true } | { outcomes: Outcome[]; commitSeconds?: number; failure?: string };

/** Jobs in one transaction at most, so that its answers do not wait too long behind it. */
const maxBatch = 512;

/** The body of the writer thread: the only writing connection, and the waiting jobs taken together. */
export function serveWrites(writes: Writes): void {
  let path = '';
  let connection: Connection | undefined;
  let running = false;
  let finishing = false;
  const waiting: Job[] = [];

  self.onmessage = ({ data }: MessageEvent<ToWriter>) => {
    if (data === null) finishing = true;
    else if ('open' in data) {
      path = data.open;
      connection = openConnection(path, 'write');
      say({ opened: true });
    } else waiting.push(...data.jobs);
    if (!running) {
      running = true;
      // Messages that have arrived already are heard before the immediate, so they join the batch.
      setImmediate(drain);
    }
  };

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      say(await settle(waiting.splice(0, maxBatch)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    running = false;
    if (!finishing) return;
    connection?.close();
    process.exit(0);
  }

  async function settle(jobs: Job[]): Promise<FromWriter> {
    try {
      connection ??= openConnection(path, 'write');
      let commitSeconds = 0;
      const outcomes = await runBatch(connection, writes, jobs, (seconds) => {
        commitSeconds = seconds;
      });
      return { outcomes, commitSeconds };
    } catch (error) {
      if (!(error instanceof BatchLost)) throw error;
      if (error.reopen) {
        connection?.close();
        connection = undefined;
      }
      const problem = plainProblem(error.problem);
      return { outcomes: jobs.map(({ id }) => ({ id, problem })), failure: String(error.cause) };
    }
  }

  function say(message: FromWriter): void {
    self.postMessage(message);
  }
}
