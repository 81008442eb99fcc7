import { createFairQueue } from '../model/fairQueue.ts';
import { overloaded, type Problem, unavailable } from '../model/problem.ts';
import { createShares } from '../model/shares.ts';
import { countdown } from '../model/within.ts';

/** The client of a read, and a signal that aborts when it disconnects. */
export type Caller = { client: string; signal: AbortSignal };

export type SlowReadFigures = { running: number; waiting: number; refused: number };

/** How many reads may wait or run together, and how long waiting and running may take, in ms. */
export type SlowReadLimits = { places: number; maxWait: number; maxTime: number };

const defaultLimits: SlowReadLimits = { places: 256, maxWait: 10_000, maxTime: 5_000 };

/** The share of the free places that one client may have. A client alone gets 32 of 256: a seventh of the 224 that stay free. */
const part = 1 / 7;

export function createSlowReads(atOnce: number, limits: SlowReadLimits = defaultLimits) {
  const { places, maxWait, maxTime } = limits;
  const shares = createShares(places);
  const queue = createFairQueue(atOnce);
  let refused = 0;

  function refusal(): Problem {
    refused++;
    return overloaded('Too many reads that take long are waiting. Of a list, follow "next" instead of a large offset.');
  }

  return {
    /**
     * Runs work when its turn comes.
     *
     * @param work must end soon after its signal aborts, with the signal's reason
     * @throws Problem `unavailable` where too many wait, the work takes too long, or the client has disconnected
     */
    async run<T>({ client, signal }: Caller, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
      const giveBack = shares.take(1, { name: client, part });
      if (!giveBack) throw refusal();
      try {
        const endTurn = await withinTime(signal, maxWait, refusal, (stop) => queue.enter([client], stop));
        try {
          return await withinTime(signal, maxTime, () => tooLong(maxTime), work);
        } finally {
          endTurn();
        }
      } finally {
        giveBack();
      }
    },
    figures: (): SlowReadFigures => ({ ...queue.figures(), refused }),
  };
}

/**
 * @param signal aborts when the client disconnects
 * @param ms until the work must stop, counted as in `countdown`
 * @param late makes the error with which the work is stopped
 */
async function withinTime<T>(signal: AbortSignal, ms: number, late: () => Problem, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  if (signal.aborted) throw gone();
  const stop = new AbortController();
  const leave = () => stop.abort(gone());
  const timer = countdown(ms, () => stop.abort(late()));
  signal.addEventListener('abort', leave);
  try {
    return await work(stop.signal);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', leave);
  }
}

function tooLong(ms: number): Problem {
  return unavailable(`The read took longer than ${ms / 1000} seconds. Of a list, follow "next" instead of a large offset.`, 10);
}

function gone(): Problem {
  return unavailable('The client has gone.');
}
