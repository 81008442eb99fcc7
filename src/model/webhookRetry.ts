import type { WebhookState } from './webhook.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The pauses before the second try, the third, and so on, in ms; the last one repeats. */
const pauses = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
const longest = 24 * hour;
/** A webhook that has failed for this long, in ms, is turned off. */
const givenUpAfter = 5 * 24 * hour;
/** The most calls to an address that is not verified. */
const maxVerifications = 4;

type Failing = { state: WebhookState; tries: number; failingSince: number | null };

/**
 * The time of the next try after a failed call, in ms since 1970; undefined if the address is given up.
 *
 * @param tries that failed, including this one
 * @param retryAfter from the answer, in ms
 */
export function nextTry({ state, tries, failingSince }: Failing, now: number, retryAfter = 0): number | undefined {
  const end = (failingSince ?? now) + givenUpAfter;
  if (now >= end || (state === 'verifying' && tries >= maxVerifications)) return undefined;
  const pause = Math.max(pauses[tries - 1] ?? longest, Math.min(retryAfter, longest));
  return Math.min(now + pause, end);
}
