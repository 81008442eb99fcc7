import type { Actor } from '../../model/actor.ts';
import { noContext } from '../../model/context.ts';
import { unavailable } from '../../model/problem.ts';
import { tellRarely } from '../../model/repeated.ts';
import { outcomeOf } from '../../model/result.ts';
import { lastingRefusal, StartRefused } from '../../model/startRefused.ts';
import type { CommitObserver, Report, Write } from '../store.ts';
import type { Job, Outcome } from './batch.ts';
import type { Lag } from './catchUp.ts';
import type { Done, FromWriter, ToWriter } from './writerMessages.ts';

/** The most writes that wait for the thread. Further ones are refused. */
const maxWaiting = 10_000;
/** A thread that has work and sends nothing for this many ms is taken to hang. */
const maxSilence = 30_000;
/** Pause between two tries to start a thread, in ms. */
const retryTime = 1_000;

/** `report` is called with errors for the operator; `beforeAnswers` before any outcome reaches its caller. */
export type Listeners = { report: Report; beforeAnswers(): void; onCommit?: CommitObserver };

type Waiter = { resolve(value: unknown): void; reject(error: Error): void };
type Opened = { worker: Worker | undefined; lag: Lag };
type ThreadListeners = { report: Report; onDone(message: Done): void; onEnd(why: string): void };

/**
 * Starts the writer thread, which opens the store and upgrades it. The writes of one turn of the event loop go to it in one message. A
 * thread that dies is replaced; its writes are answered with an unknown outcome.
 *
 * @param entry the module of the thread, which passes the operations to `serveWrites`
 * @throws StartRefused
 */
export async function startWriterThread(path: string, entry: URL, { report, beforeAnswers, onCommit }: Listeners) {
  const waiters = new Map<number, Waiter>();
  /** Callers of `caughtUp`, with the revision that the index must have. */
  const indexWaiters = new Map<() => void, bigint>();
  /** The writes of this turn of the event loop. */
  const jobs: Job[] = [];
  let lastId = 0;
  let writes = 0;
  let closing = false;
  /** When the thread last sent a message or had nothing to do. */
  let heardAt = performance.now();
  const writing = tellRarely(report, 'the store writes again');
  const starting = tellRarely(report, 'the writer thread is there again');
  const listeners = { report, onDone, onEnd };
  let { worker, lag } = await openStore(path, entry, listeners);

  function onDone({ outcomes, commitSeconds, lag: latest = lag, indexRests = false, failure }: Done): void {
    heardAt = performance.now();
    lag = latest;
    if (failure) writing.failed(`the store failed to write: ${failure}`);
    else if (commitSeconds !== undefined) writing.worked();
    beforeAnswers();
    releaseIndexWaiters(indexRests);
    if (commitSeconds !== undefined) onCommit?.(outcomes.length, commitSeconds);
    for (const outcome of outcomes) settle(outcome);
  }

  function releaseIndexWaiters(all: boolean): void {
    for (const [resolve, revision] of indexWaiters) {
      if (!all && revision > lag.indexed) continue;
      indexWaiters.delete(resolve);
      resolve();
    }
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

  function onEnd(why: string): void {
    worker = undefined;
    if (closing) return;
    report(`${why}; starting another`);
    const unknown = unavailable('The store failed while writing; whether the write was kept is not known.');
    for (const waiter of waiters.values()) waiter.reject(unknown);
    waiters.clear();
    jobs.length = 0;
    releaseIndexWaiters(true);
    void restart();
  }

  async function restart(): Promise<void> {
    while (!closing) {
      try {
        ({ worker, lag } = await openStore(path, entry, listeners));
        return starting.worked();
      } catch (error) {
        const { message } = error as Error;
        starting.failed(`the writer thread cannot be started: ${message}. Changes are refused. The next try is in a second.`);
        await Bun.sleep(retryTime);
      }
    }
  }

  function isAlive(): boolean {
    return worker !== undefined && (waiters.size === 0 || performance.now() - heardAt < maxSilence);
  }

  function send(message: ToWriter): void {
    worker?.postMessage(message);
  }

  return {
    write<I, O>(operation: Write<I, O>, actor: Actor, input: I, context = noContext): Promise<O> {
      if (!isAlive() || closing) return Promise.reject(unavailable('The store cannot be written at the moment; nothing was changed.'));
      if (waiters.size >= maxWaiting) return Promise.reject(unavailable('Too many writes are waiting; nothing was changed.'));
      return new Promise<O>((resolve, reject) => {
        const id = ++lastId;
        if (waiters.size === 0) heardAt = performance.now();
        waiters.set(id, { resolve: resolve as Waiter['resolve'], reject });
        if (jobs.push({ id, operation: operation.name, actor, input, context }) === 1) setImmediate(() => send({ jobs: jobs.splice(0) }));
      });
    },
    /** Resolves once the search index has every write that was answered before, or the indexing has failed. */
    caughtUp(): Promise<void> {
      const revision = lag.last;
      if (revision <= lag.indexed || !worker || closing) return Promise.resolve();
      send({ index: revision });
      return new Promise((resolve) => void indexWaiters.set(resolve, revision));
    },
    alive: isAlive,
    /** The number of durable writes, and of writes not yet answered. */
    figures: (): { writes: number; waiting: number } => ({ writes, waiting: waiters.size }),
    async close(): Promise<void> {
      closing = true;
      if (!worker) return;
      const { promise: closed, resolve } = Promise.withResolvers<unknown>();
      worker.addEventListener('close', resolve);
      // Null ends the thread. It is sent after the jobs of this turn.
      setImmediate(send, null);
      await closed;
    },
  };
}

/** Starts a thread. Resolves once it has opened the store. @throws StartRefused where it cannot */
function openStore(path: string, entry: URL, { report, onDone, onEnd }: ThreadListeners): Promise<Opened> {
  const { promise, resolve, reject } = Promise.withResolvers<Opened>();
  const worker = new Worker(entry);
  let opened = false;
  let failure = 'the writer thread ended';
  worker.onmessage = ({ data }: MessageEvent<FromWriter>) => {
    if ('outcomes' in data) onDone(data);
    else if ('step' in data) report(...data.step);
    else if ('opened' in data) {
      opened = true;
      resolve({ worker, lag: data.opened });
    } else {
      const { reasons, exitCode } = data.refused;
      reject(exitCode === 2 ? lastingRefusal(...reasons) : new StartRefused(...reasons));
      worker.terminate();
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    failure = event.message;
    worker.terminate();
  };
  worker.addEventListener('close', () => (opened ? onEnd(failure) : reject(new Error(failure))));
  worker.postMessage({ open: path } satisfies ToWriter);
  return promise;
}
