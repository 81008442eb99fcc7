import { Problem } from '../model/problem.ts';

export type Repeated = ReturnType<typeof repeat>;

/**
 * Runs work every `period` ms, counted from the start of a run. Two runs never overlap.
 *
 * @param first the delay of the first run, in ms
 * @param onError called with errors, except temporary ones while the store is out of reach
 */
export function repeat(work: () => Promise<void>, period: number, onError: (error: unknown) => void, first: number = period) {
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
    /** Waits for the current run. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      await underWay;
    },
  };
}

/** Does not keep the process alive. */
function later(run: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(run, ms).unref();
}
