import { Problem } from '../model/problem.ts';

export type Repeated = {
  /** Ends it, and waits for the run under way. */
  stop(): Promise<void>;
};

/**
 * Does work again and again, `period` ms after it was last begun and never twice at a time.
 *
 * @param onFault hears of what fails, but not of a store that is out of reach, which passes
 */
export function repeat(work: () => Promise<void>, period: number, onFault: (error: unknown) => void): Repeated {
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    underWay ??= work()
      .catch((error) => {
        if (!(error instanceof Problem)) onFault(error);
      })
      .finally(() => {
        underWay = undefined;
      });
  }, period);
  // The process may end meanwhile.
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
