/**
 * How often something may be tried: `free` times at once, then after pauses of 1, 2, 4, … seconds. Every `forgive`
 * seconds without a try one try is forgotten.
 */
export type Pace = {
  free: number;
  /** The longest pause, in seconds. */
  most: number;
  /** In seconds. */
  forgive: number;
  /** Tries from which on the pause is a day: NIST SP 800-63B-4 §3.2.2 allows 100 failures in a row. */
  last?: number;
};

/** What was tried so far: how often, and when last, in ms since 1970. */
export type Tries = { count: number; at: number };

const day = 86_400;
/** Clocks of nodes may differ by this much, in ms; a time further ahead was written by a clock that has since gone back. */
const skew = 60_000;

/** Tries as they count now: some are forgiven, and one from a clock that has gone back since counts as just made. */
export function triesNow({ count, at }: Tries, { forgive }: Pace, now: number): Tries {
  if (at > now + skew) return { count, at: now };
  const quiet = Math.max(0, now - at) / 1000;
  return { count: Math.max(0, count - Math.floor(quiet / forgive)), at };
}

/** @returns ms until the next try is admitted, 0 where it is admitted now */
export function pauseLeft({ count, at }: Tries, pace: Pace, now: number): number {
  return Math.max(0, pauseAfter(count, pace) * 1000 - Math.max(0, now - at));
}

/** @returns seconds between the try that made `count` and the next */
export function pauseAfter(count: number, { free, most, last }: Pace): number {
  if (count < free) return 0;
  return last !== undefined && count >= last ? day : Math.min(most, 2 ** (count - free));
}

/** When all is forgiven, in ms since 1970. */
export function forgottenAt({ count, at }: Tries, { forgive }: Pace): number {
  return at + count * forgive * 1000;
}
