/** The number of steps in which a time limit is counted. */
const steps = 20;

/**
 * Calls `end` after `ms` in which this process ran. Counts steps, not the time by the clock: while the process is stopped or gets no CPU, no
 * answer can arrive, and no step is counted.
 *
 * @returns the interval, which `clearInterval` ends
 */
export function countdown(ms: number, end: () => void): Timer {
  let left = steps;
  const timer = setInterval(() => {
    if (--left > 0) return;
    clearInterval(timer);
    end();
  }, ms / steps);
  return timer;
}

/** @param late makes the error for `work` that takes longer than `ms`, counted as in `countdown` */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>();
  const timer = countdown(ms, () => reject(late()));
  try {
    return await Promise.race([work, end]);
  } finally {
    clearInterval(timer);
  }
}
