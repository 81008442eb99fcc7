import type { Actor } from '../../model/actor.ts';
import { type Context, noContext } from '../../model/context.ts';
import { unavailable } from '../../model/problem.ts';
import { tellRarely } from '../../model/repeated.ts';
import { outcomeOf } from '../../model/result.ts';
import { lastingRefusal, StartRefused } from '../../model/startRefused.ts';
import type { CommitObserver, Report, Write } from '../store.ts';
import type { Job, Outcome } from './batch.ts';
import type { FromWriter, ToWriter } from './writer.ts';

/** Changes that may wait for the writer at once; more are turned away rather than kept waiting. */
const maxWaiting = 10_000;
/** A thread with work that says nothing for so long hangs, in ms. */
const longestSilence = 30_000;
/** Between two tries to start a thread, in ms. */
const retryTime = 1_000;

export type WriterThread = {
  write<I, O>(operation: Write<I, O>, actor: Actor, input: I, context?: Context): Promise<O>;
  /** Resolves once the search index has all that was answered before, or cannot have it; at once where it has. */
  caughtUp(): Promise<void>;
  alive(): boolean;
  /** Changes that became durable, and those that wait or are with the thread. */
  figures(): { writes: number; waiting: number };
  close(): Promise<void>;
};

/** `report` is called with errors the operator should know; `beforeAnswers` before any outcome reaches its caller. */
export type Listeners = { report: Report; beforeAnswers(): void; onCommit?: CommitObserver };

type Waiter = { resolve(value: unknown): void; reject(error: Error): void };

/**
 * Starts the writer thread, which opens the store and brings it up to date, and speaks to it: what is asked for within one turn of the event loop goes over in one
 * message. A thread that dies is replaced; the writes it had are answered as unknown.
 *
 * @param entry the thread's program, which hands the operations to `serveWrites`
 * @throws StartRefused
 */
export async function startWriterThread(path: string, entry: URL, { report, beforeAnswers, onCommit }: Listeners): Promise<WriterThread> {
  const waiters = new Map<number, Waiter>();
  let jobs: Job[] = [];
  let lastId = 0;
  let writes = 0;
  let behind = 0;
  let asking: (() => void)[] = [];
  let closing = false;
  let worker: Worker | undefined;
  /** When the thread last said something or had nothing to do. */
  let heard = performance.now();
  const writing = tellRarely(report, 'the store writes again');
  const starting = tellRarely(report, 'the writer thread is there again');
  await start();

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const thread = new Worker(entry);
      const say = (message: ToWriter) => thread.postMessage(message);
      let failure = 'the writer thread ended';
      thread.onmessage = ({ data }: MessageEvent<FromWriter>) => {
        heard = performance.now();
        behind = ('behind' in data && data.behind) || 0;
        if ('opened' in data) {
          worker = thread;
          starting.worked();
          return resolve();
        }
        if ('step' in data) return report(...data.step);
        if ('refused' in data) {
          const { reasons, exitCode } = data.refused;
          reject(exitCode === 2 ? lastingRefusal(...reasons) : new StartRefused(...reasons));
          return thread.terminate();
        }
        if (data.failure) writing.failed(`the store failed to write: ${data.failure}`);
        else if (data.commitSeconds !== undefined) writing.worked();
        beforeAnswers();
        for (const resolve of asking.splice(0, data.caughtUp ?? 0)) resolve();
        if (data.commitSeconds !== undefined) onCommit?.(data.outcomes.length, data.commitSeconds);
        for (const outcome of data.outcomes) settle(outcome);
      };
      thread.onerror = (event) => {
        event.preventDefault();
        failure = event.message;
        thread.terminate();
      };
      thread.addEventListener('close', () => {
        reject(new Error(failure));
        if (worker !== thread) return;
        worker = undefined;
        if (closing) return;
        report(`${failure}; starting another`);
        abandonAll();
        restart();
      });
      say({ open: path });
    });
  }

  function restart(): void {
    if (closing) return;
    start().catch((error) => {
      starting.failed(`the writer thread cannot be started: ${error.message}. Changes are refused until it can; it is tried every second.`);
      setTimeout(restart, retryTime);
    });
  }

  function settle(outcome: Outcome): void {
    const waiter = waiters.get(outcome.id);
    waiters.delete(outcome.id);
    try {
      const value = outcomeOf(outcome);
      writes++;
      waiter?.resolve(value);
    } catch (error) {
      waiter?.reject(error as Error);
    }
  }

  function abandonAll(): void {
    const unknown = unavailable('The store failed while writing; whether the write was kept is not known.');
    for (const waiter of waiters.values()) waiter.reject(unknown);
    waiters.clear();
    jobs = [];
    for (const resolve of asking) resolve();
    asking = [];
  }

  /** Whether there is a thread, and it does not hang. */
  function isAlive(): boolean {
    return worker !== undefined && (waiters.size === 0 || performance.now() - heard < longestSilence);
  }

  function flush(): void {
    const message: ToWriter = { jobs };
    jobs = [];
    worker?.postMessage(message);
  }

  return {
    write<I, O>(operation: Write<I, O>, actor: Actor, input: I, context = noContext): Promise<O> {
      if (!isAlive() || closing) return Promise.reject(unavailable('The store cannot be written at the moment; nothing was changed.'));
      if (waiters.size >= maxWaiting) return Promise.reject(unavailable('Too many writes are waiting; nothing was changed.'));
      return new Promise<O>((resolve, reject) => {
        const id = ++lastId;
        if (waiters.size === 0) heard = performance.now();
        waiters.set(id, { resolve: resolve as (value: unknown) => void, reject });
        if (jobs.push({ id, operation: operation.name, actor, input, context }) === 1) setImmediate(flush);
      });
    },
    caughtUp() {
      const thread = worker;
      if (behind === 0 || !thread || closing) return Promise.resolve();
      return new Promise((resolve) => {
        asking.push(resolve);
        const message: ToWriter = { jobs: [], catchUp: true };
        thread.postMessage(message);
      });
    },
    alive: isAlive,
    figures: () => ({ writes, waiting: waiters.size }),
    async close() {
      closing = true;
      const thread = worker;
      if (!thread) return;
      const ended = new Promise((resolve) => thread.addEventListener('close', resolve));
      setImmediate(() => thread.postMessage(null));
      await ended;
    },
  };
}
