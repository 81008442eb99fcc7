import { answersOfPasswords } from '../auth/sharedPasswords.ts';
import type { Services } from '../http/services.ts';
import { within } from '../model/within.ts';
import { reads } from '../operations/reads.ts';
import { writes } from '../operations/writes.ts';
import { answersOfClaims, type createClaims } from '../process/claims.ts';
import { type Ask, createLink, type Link, type LinkMessage } from '../process/link.ts';
import { repeat } from '../process/repeat.ts';
import { answersOfStore } from '../store/sqlite/joined.ts';
import type { Beginning, ThreadAnswers } from './httpWorker.ts';

/** Before a thread that ended is replaced, in ms. */
const retryTime = 1_000;
/** What a thread has for its start, for an answer and for its end, in ms. One that takes longer hangs. */
const startTime = 30_000;
const answerTime = 5_000;
const endTime = 10_000;
/** Between two looks whether the threads answer, in ms. */
const lookTime = 5_000;

export type HttpThreads = {
  /** Starts so many. @returns once each of them answers, or has failed and is tried again */
  start(count: number, beginning: Beginning): Promise<void>;
  /** How many have started and have not ended. */
  running(): number;
  /**
   * Whether requests are answered wherever they come in. A thread that ended and is replaced takes none; one that hangs still gets its
   * share of them. One that cannot start is told too, since nothing else tells it for long.
   */
  ready(): boolean;
  /** Asks each thread, and leaves out those that end meanwhile, or hang. */
  each<T>(question: (ask: Ask<ThreadAnswers>) => Promise<T>): Promise<T[]>;
  /** Lets the requests under way in each finish, and ends it. */
  stop(): Promise<void>;
};

/** What there is once for all threads. */
type OfAll = Pick<Services, 'store' | 'passwords' | 'log'> & { claims: ReturnType<typeof createClaims> };

/**
 * Further threads that answer requests at the port of the first, which does for them what only one can do: writing, reads that may be
 * slow, hashing. A thread that ends is replaced; its own requests are lost, and no others.
 */
export function createHttpThreads(entry: URL, { store, passwords, claims, log }: OfAll): HttpThreads {
  const links = new Map<Worker, Link<ThreadAnswers>>();
  const running = new Set<Worker>();
  const hanging = new Set<Worker>();
  /** Threads that did not start when they were last tried. */
  const failed = new Set<number>();
  let stopping = false;
  const looks = repeat(look, lookTime, () => {});

  async function look(): Promise<void> {
    await Promise.all(
      [...running].map(async (worker) => {
        const answer = links.get(worker)?.ask('answers');
        const late = () => new Error('it hangs');
        const answers = await within(answerTime, Promise.resolve(answer), late).then(
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

  async function begin(beginning: Beginning, place: number): Promise<void> {
    const worker = new Worker(entry);
    const ofStore = answersOfStore(store, { reads, writes });
    const ofPasswords = answersOfPasswords(passwords);
    const ofClaims = answersOfClaims(claims);
    const answers = { ...ofStore.answers, ...ofPasswords.answers, ...ofClaims.answers };
    const link = createLink<ThreadAnswers>((message) => worker.postMessage(message), answers);
    let failure = 'it ended';
    worker.onmessage = ({ data }: MessageEvent<LinkMessage>) => link.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      failure = event.message;
      worker.terminate();
    };
    /** Also for one that hangs: it may never hear that it is to end. */
    const lose = () => {
      if (!links.delete(worker)) return;
      if (!running.delete(worker)) failed.add(place);
      hanging.delete(worker);
      for (const { end } of [ofStore, ofPasswords, ofClaims]) end();
      link.end(new Error(failure));
      if (stopping) return;
      log.events.error(`a thread that answers requests ended (${failure}); starting another`);
      setTimeout(() => !stopping && void begin(beginning, place), retryTime);
    };
    worker.addEventListener('close', lose);
    links.set(worker, link);
    try {
      await within(startTime, link.ask('begin', beginning), () => new Error(`it did not start within ${startTime / 1000} seconds`));
      running.add(worker);
      failed.delete(place);
    } catch (error) {
      failure = (error as Error).message;
      worker.terminate();
      lose();
    }
  }

  function hangs(what: string, ms: number): () => Error {
    return () => {
      const message = `a thread that answers requests did not ${what} within ${ms / 1000} seconds`;
      log.events.warn(message);
      return new Error(message);
    };
  }

  return {
    start: async (count, beginning) => void (await Promise.all(Array.from({ length: count }, (_, place) => begin(beginning, place)))),
    running: () => running.size,
    ready: () => hanging.size + failed.size === 0,
    async each(question) {
      const asked = [...links.values()].map(({ ask }) => within(answerTime, question(ask), hangs('answer', answerTime)));
      const said = await Promise.allSettled(asked);
      return said.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    },
    async stop() {
      stopping = true;
      void looks.stop();
      await Promise.allSettled([...links.values()].map(({ ask }) => within(endTime, ask('stop'), hangs('end', endTime))));
      for (const worker of links.keys()) worker.terminate();
    },
  };
}
