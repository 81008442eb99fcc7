import { answersOfPasswords } from '../auth/sharedPasswords.ts';
import type { Services } from '../http/services.ts';
import { within } from '../model/within.ts';
import { reads } from '../operations/reads.ts';
import { writes } from '../operations/writes.ts';
import { type Ask, createLink, type Link, type LinkMessage } from '../process/link.ts';
import { repeat } from '../process/repeat.ts';
import { answersOfStore } from '../store/sqlite/joined.ts';
import type { Beginning, ThreadAnswers } from './httpWorker.ts';

/** Pause before a thread that ended is replaced, in ms. */
const retryTime = 1_000;
/** The time limit for the start of a thread, in ms. A thread that exceeds one of these limits counts as hanging. */
const startTime = 30_000;
/** The time limit for an answer of a thread, in ms. */
const answerTime = 5_000;
/** The time limit for the end of a thread, in ms. */
const endTime = 10_000;
/** Pause between two checks whether the threads answer, in ms. */
const lookTime = 5_000;

export type HttpThreads = ReturnType<typeof createHttpThreads>;

type SharedParts = Pick<Services, 'store' | 'passwords' | 'log'>;

/**
 * Further threads that answer requests on the port of the first. Only the first one writes, runs slow reads and hashes, for all of them.
 * A thread that ends is replaced; only its own requests are lost.
 */
export function createHttpThreads(entry: URL, { store, passwords, log }: SharedParts) {
  const links = new Map<Worker, Link<ThreadAnswers>>();
  const running = new Set<Worker>();
  const hanging = new Set<Worker>();
  /** The indexes of the threads whose last start failed. */
  const failed = new Set<number>();
  let stopping = false;
  const checks = repeat(checkThreads, lookTime, () => {});

  async function checkThreads(): Promise<void> {
    await Promise.all(
      [...running].map(async (worker) => {
        const answer = Promise.resolve(links.get(worker)?.ask('answers'));
        const answers = await within(answerTime, answer, () => new Error('it hangs')).then(
          () => true,
          () => false,
        );
        if (!running.has(worker)) return;
        if (answers === hanging.has(worker)) log.events.warn(`a thread that answers requests ${answers ? 'answers again' : 'hangs'}`);
        if (answers) hanging.delete(worker);
        else hanging.add(worker);
      }),
    );
  }

  async function begin(beginning: Beginning, index: number): Promise<void> {
    const worker = new Worker(entry);
    const ofStore = answersOfStore(store, { reads, writes });
    const ofPasswords = answersOfPasswords(passwords);
    const answers = { ...ofStore.answers, ...ofPasswords.answers };
    const link = createLink<ThreadAnswers>((message) => worker.postMessage(message), answers);
    let failure = 'it ended';
    worker.onmessage = ({ data }: MessageEvent<LinkMessage>) => link.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      failure = event.message;
      worker.terminate();
    };
    /** Called when the thread closes, or when its start fails: a hanging thread may never close. */
    const onClose = () => {
      if (!links.delete(worker)) return;
      if (!running.delete(worker)) failed.add(index);
      hanging.delete(worker);
      for (const { end } of [ofStore, ofPasswords]) end();
      link.end(new Error(failure));
      if (stopping) return;
      log.events.error(`a thread that answers requests ended (${failure}); starting another`);
      setTimeout(() => !stopping && void begin(beginning, index), retryTime);
    };
    worker.addEventListener('close', onClose);
    links.set(worker, link);
    try {
      await within(startTime, link.ask('begin', beginning), () => new Error(`it did not start within ${startTime / 1000} seconds`));
      running.add(worker);
      failed.delete(index);
    } catch (error) {
      failure = (error as Error).message;
      worker.terminate();
      onClose();
    }
  }

  function tooLate(action: string, ms: number): () => Error {
    return () => {
      const message = `a thread that answers requests did not ${action} within ${ms / 1000} seconds`;
      log.events.warn(message);
      return new Error(message);
    };
  }

  return {
    /** Resolves once each thread answers, or has failed and will be started again. */
    start: async (count: number, beginning: Beginning): Promise<void> =>
      void (await Promise.all(Array.from({ length: count }, (_, index) => begin(beginning, index)))),
    running: (): number => running.size,
    /**
     * False while a thread hangs, since it still gets its share of the requests, and while a thread cannot start. A thread that is being
     * replaced gets no requests, so it does not count.
     */
    ready: (): boolean => hanging.size + failed.size === 0,
    /** Calls each thread. Threads that end or hang are left out of the result. */
    async each<T>(question: (ask: Ask<ThreadAnswers>) => Promise<T>): Promise<T[]> {
      const requests = [...links.values()].map(({ ask }) => within(answerTime, question(ask), tooLate('answer', answerTime)));
      const results = await Promise.allSettled(requests);
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    /** Lets current requests finish, then ends the threads. */
    async stop(): Promise<void> {
      stopping = true;
      void checks.stop();
      await Promise.allSettled([...links.values()].map(({ ask }) => within(endTime, ask('stop'), tooLate('end', endTime))));
      for (const worker of links.keys()) worker.terminate();
    },
  };
}
