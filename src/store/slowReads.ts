import { type Problem, unavailable } from '../model/problem.ts';
import { createTurns } from '../model/turns.ts';

/** The client that waits for a read, and a signal that it has gone. */
export type Caller = { client: string; signal: AbortSignal };

export type SlowReadFigures = { running: number; waiting: number; refused: number };

export type SlowReads = {
  /**
   * Does work when its turn has come.
   *
   * @param work must end soon after its signal aborts, with the signal's reason
   * @throws Problem `unavailable` where too many wait, the work takes too long, or who asked has gone
   */
  run<T>(caller: Caller, work: (stop: AbortSignal) => Promise<T>): Promise<T>;
  figures(): SlowReadFigures;
};

/** Places to wait in, how many of them one client may take, and how long waiting and work may take, in ms. */
export type SlowReadLimits = { slots: number; share: number; patience: number; longest: number };

const defaultLimits: SlowReadLimits = { slots: 256, share: 32, patience: 10_000, longest: 5_000 };

/** A refusal is held back for a random time in these bounds, in ms, so that clients that ask again at once do not keep the main thread busy. */
const refusalTime = { least: 20, most: 30 };

/** Shares what may be slow among those who ask: a few at once, the others in slots that are bounded, each client in its turn. */
export function createSlowReads(atOnce: number, limits: SlowReadLimits = defaultLimits): SlowReads {
  const turns = createTurns<() => void>(limits.slots, limits.share);
  let running = 0;
  let refused = 0;

  function startNext(): void {
    while (running < atOnce) {
      const begin = turns.next();
      if (!begin) return;
      running++;
      begin();
    }
  }

  function ownTurn({ client, signal }: Caller): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      const begin = () => {
        settle();
        resolve();
      };
      const giveUp = (why: Problem) => {
        settle();
        turns.leave(client, begin);
        reject(why);
      };
      const leave = () => giveUp(gone());
      const timer = setTimeout(() => {
        refused++;
        giveUp(crowded());
      }, limits.patience);
      if (!turns.enter(client, begin)) {
        settle();
        return refuse().catch(reject);
      }
      signal.addEventListener('abort', leave);
      startNext();
    });
  }

  async function refuse(): Promise<never> {
    refused++;
    await Bun.sleep(refusalTime.least + Math.random() * (refusalTime.most - refusalTime.least));
    throw crowded();
  }

  return {
    async run(caller, work) {
      if (caller.signal.aborted) throw gone();
      await ownTurn(caller);
      const start = performance.now();
      try {
        return await withinTime(caller.signal, limits.longest, work);
      } finally {
        running--;
        turns.done(caller.client, performance.now() - start);
        startNext();
      }
    },
    figures: () => ({ running, waiting: turns.waiting(), refused }),
  };
}

async function withinTime<T>(asked: AbortSignal, longest: number, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const leave = () => stop.abort(gone());
  const timer = setTimeout(() => stop.abort(tooLong(longest)), longest);
  asked.addEventListener('abort', leave);
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
    asked.removeEventListener('abort', leave);
  }
}

function crowded(): Problem {
  return unavailable('Too many reads that take long are waiting. Of a list, follow "next" instead of a large offset.', 2);
}

function tooLong(longest: number): Problem {
  return unavailable(`The read took longer than ${longest / 1000} seconds. Of a list, follow "next" instead of a large offset.`, 10);
}

function gone(): Problem {
  return unavailable('The client has gone.');
}
