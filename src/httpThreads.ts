import { answersOfPasswords } from './auth/sharedPasswords.ts';
import type { Services } from './http/services.ts';
import type { Beginning, ThreadAnswers } from './httpThread.ts';
import { reads } from './operations/reads.ts';
import { writes } from './operations/writes.ts';
import { answersOfClaims, type createClaims } from './process/claims.ts';
import { type Ask, createLink, type Link, type LinkMessage } from './process/link.ts';
import { answersOfStore } from './store/sqlite/joined.ts';

/** Before a thread that ended is replaced, in ms. */
const retryTime = 1_000;

export type HttpThreads = {
  /** Starts so many. @returns once each of them answers, or has failed and is tried again */
  start(count: number, beginning: Beginning): Promise<void>;
  /** Asks each thread, and leaves out those that end meanwhile. */
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
  let stopping = false;

  async function begin(beginning: Beginning): Promise<void> {
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
    worker.addEventListener('close', () => {
      links.delete(worker);
      for (const { end } of [ofStore, ofPasswords, ofClaims]) end();
      link.end(new Error(failure));
      if (stopping) return;
      log.events.error(`a thread that answers requests ended (${failure}); starting another`);
      setTimeout(() => !stopping && void begin(beginning), retryTime);
    });
    links.set(worker, link);
    await link.ask('begin', beginning).catch((error) => {
      failure = error.message;
      worker.terminate();
    });
  }

  return {
    start: async (count, beginning) => void (await Promise.all(Array.from({ length: count }, () => begin(beginning)))),
    async each(question) {
      const said = await Promise.allSettled([...links.values()].map(({ ask }) => question(ask)));
      return said.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    },
    async stop() {
      stopping = true;
      await Promise.allSettled([...links.values()].map(({ ask }) => ask('stop')));
      for (const worker of links.keys()) worker.terminate();
    },
  };
}
