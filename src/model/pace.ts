/**
 * How often something may be tried: `free` times at once, then after pauses of `first`, twice, four times … as long. One try
 * is forgotten every `forgive` seconds, whether others come meanwhile or not: a leaky bucket.
 */
export type Pace = {
  free: number;
  /** The first pause, in seconds; 1 where it is absent. */
  first?: number;
  /** The longest pause, in seconds. */
  most: number;
  /** In seconds. */
  forgive: number;
  /** Tries from which on the pause is a day: NIST SP 800-63B-4 §3.2.2 allows 100 failures in a row. */
  last?: number;
};

/** What was tried so far: when last, in ms since 1970, and in how many ms from then all of it is forgotten. */
export type Tries = { debt: number; at: number };

const day = 86_400;
/** Clocks of nodes may differ by this much, in ms; a time further ahead was written by a clock that has since gone back. */
const skew = 60_000;

/** Tries as they stand now; those of a clock that has gone back since count as just made. */
export function settle(tries: Tries, now: number): Tries {
  return tries.at > now + skew ? { debt: tries.debt, at: now } : tries;
}

/** With one more, made now. */
export function addTry(tries: Tries, { forgive }: Pace, now: number): Tries {
  return { debt: debtLeft(tries, now) + forgive * 1000, at: Math.max(tries.at, now) };
}

/** As if one of them had not been. */
export function takeBack({ debt, at }: Tries, { forgive }: Pace): Tries {
  return { debt: Math.max(0, debt - forgive * 1000), at };
}

/** How many are not forgotten yet. */
export function countTries(tries: Tries, { forgive }: Pace, now: number): number {
  return Math.ceil(debtLeft(tries, now) / (forgive * 1000));
}

/** @returns ms until the next try is admitted, 0 where it is admitted now */
export function pauseLeft(tries: Tries, pace: Pace, now: number): number {
  return Math.max(0, pauseAfter(countTries(tries, pace, now), pace) * 1000 - Math.max(0, now - tries.at));
}

/** @returns seconds between the try that made `count` and the next */
export function pauseAfter(count: number, { free, first = 1, most, last }: Pace): number {
  if (count < free) return 0;
  return last !== undefined && count >= last ? day : Math.min(most, first * 2 ** (count - free));
}

/** When all is forgotten, in ms since 1970. */
export function forgottenAt({ debt, at }: Tries): number {
  return at + debt;
}

function debtLeft({ debt, at }: Tries, now: number): number {
  return Math.max(0, debt - Math.max(0, now - at));
}
