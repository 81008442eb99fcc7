import { Problem } from '../model/problem.ts';

export type Repeated = {
  /** Ends it, and waits for the run under way. */
  stop(): Promise<void>;
};

/**
 * Does work again and again, `period` ms after it was last begun and never twice at a time.
 *
 * @param first when to begin, in ms from now
 * @param onError called with what fails, but not for a store that cannot be reached, which passes
 */
export function repeat(work: () => Promise<void>, period: number, onError: (error: unknown) => void, first: number = period): Repeated {
  let underWay: Promise<void> | undefined;
  let timer = later(run, first);

  function run(): void {
    timer = later(run, period);
    underWay ??= work()
      .catch((error) => {
        if (!(error instanceof Problem)) onError(error);
      })
      .finally(() => {
        underWay = undefined;
      });
  }

  return {
    async stop() {
      clearTimeout(timer);
      await underWay;
    },
  };
}

/** The process may end meanwhile. */
function later(run: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(run, ms).unref();
}
