import type { Limit } from './limit.ts';
import { type TryLimit, type TryLimitName, tryLimits } from './rateLimits.ts';

/** `at`: the last try, in ms since 1970. `debt`: the ms from then until all tries are forgotten. */
export type Tries = { debt: number; at: number };

const day = 86_400;
/** How far the clocks of nodes may differ, in ms. A time further in the future was written before the clock was set back. */
const skew = 60_000;

/** Tries with a future time, from a clock that was set back, count as just made. */
export function withoutFutureTime(tries: Tries, now: number): Tries {
  return tries.at > now + skew ? { debt: tries.debt, at: now } : tries;
}

export function addTry(tries: Tries, limit: TryLimit, now: number): Tries {
  return { debt: debtLeft(tries, now) + debtOfOne(limit), at: Math.max(tries.at, now) };
}

export function removeTry({ debt, at }: Tries, limit: TryLimit): Tries {
  return { debt: Math.max(0, debt - debtOfOne(limit)), at };
}

/** The number of tries that are not forgotten yet. */
export function countTries(tries: Tries, limit: TryLimit, now: number): number {
  return Math.ceil(debtLeft(tries, now) / debtOfOne(limit));
}

/** @returns ms until the next try is admitted, 0 if it is admitted now */
export function pauseLeft(tries: Tries, limit: TryLimit, now: number): number {
  return Math.max(0, pauseAfter(countTries(tries, limit, now), limit) * 1000 - Math.max(0, now - tries.at));
}

/** @returns the pause in seconds after try number `count` */
export function pauseAfter(count: number, { quota, firstPause = 1, maxPause, dailyFrom }: TryLimit): number {
  if (count < quota) return 0;
  return dailyFrom !== undefined && count >= dailyFrom ? day : Math.min(maxPause, firstPause * 2 ** (count - quota));
}

/** In ms since 1970. */
export function forgottenAt({ debt, at }: Tries): number {
  return at + debt;
}

/** The state of the limit, for the answer. */
export function limitOf(name: TryLimitName, tries: Tries, now: number): Limit {
  const limit: TryLimit = tryLimits[name];
  const left = Math.max(0, limit.quota - countTries(tries, limit, now));
  const reset = Math.ceil((left > 0 ? tries.debt : pauseLeft(tries, limit, now)) / 1000);
  return { name, quota: limit.quota, window: limit.window, left, reset };
}

/** The ms after which one try is forgotten. */
function debtOfOne({ quota, window }: TryLimit): number {
  return (window / quota) * 1000;
}

function debtLeft({ debt, at }: Tries, now: number): number {
  return Math.max(0, debt - Math.max(0, now - at));
}
