import type { Limit, Quota } from './limit.ts';
import { tooMany } from './problem.ts';

const mebibyte = 1024 * 1024;

type Rate = Omit<Quota, 'name'>;

/**
 * Counted in the memory of each node. A busy site with a hundred readers behind one address stays below 6,000 requests a minute. Many
 * accounts of one person are in one network, so a network gets only twice the bytes of an account. Ten minutes are long enough for a
 * burst, and short enough for others who share the address.
 */
export const requestLimits = {
  address: { quota: 6_000, window: 60 },
  account: { quota: 12_000, window: 60 },
  'address-bytes': { quota: 120 * mebibyte, window: 600, unit: 'content-bytes' },
  'account-bytes': { quota: 60 * mebibyte, window: 600, unit: 'content-bytes' },
  // The outcome of each is stored for a day, and a refusal can take ten times the bytes of its request.
  'address-keys': { quota: 1_000_000, window: 86_400 },
  'account-keys': { quota: 100_000, window: 86_400 },
} as const satisfies Record<string, Rate>;

/**
 * The streams that a thread may have open, and the share of the free places that one network or account may have: 128 at first, fewer when
 * many are open. A stream takes some 10 KB.
 */
export const streamLimits = { places: 16_384, part: 1 / 128 };

/** A limit on tries as a leaky bucket: one try is forgotten every `window / quota` seconds, whether or not others come meanwhile. */
export type TryLimit = Rate & {
  /** Seconds before the first try beyond the quota; the pause doubles with each further try. 1 by default. */
  firstPause?: number;
  /** In seconds. */
  maxPause: number;
  /** The number of tries from which the pause is a day. */
  dailyFrom?: number;
};

/** Counted in the store, which all nodes share. */
export const tryLimits = {
  signup: { quota: 30, window: 1_800, maxPause: 900 },
  login: { quota: 100, window: 6_000, maxPause: 900 },
  // NIST SP 800-63B-4 §3.2.2 allows 100 failures in a row.
  'login-account': { quota: 10, window: 864_000, maxPause: 900, dailyFrom: 100 },
  reset: { quota: 20, window: 1_200, maxPause: 900 },
  'reset-account': { quota: 3, window: 10_800, maxPause: 900 },
  // Each kind of mail is counted separately.
  mail: { quota: 20, window: 1_200, maxPause: 900 },
  'mail-account': { quota: 5, window: 18_000, firstPause: 60, maxPause: 3_600 },
  'mail-address': { quota: 3, window: 43_200, firstPause: 60, maxPause: 14_400 },
} as const satisfies Record<string, TryLimit>;

export type TryLimitName = keyof typeof tryLimits;

/** The state of a limit after a request or a try was counted. */
export type Verdict = { refused: boolean; limit: Limit };

/** @throws Problem `too-many-requests` */
export function requireAdmitted({ refused, limit }: Verdict): Limit {
  if (!refused) return limit;
  const [what, more] = refusalOf(limit);
  throw tooMany(what, limit.reset, more, [limit]);
}

function refusalOf({ name, quota, window }: Quota): [what: string, more: string] {
  const who = name.startsWith('account') ? 'account' : 'address';
  switch (name) {
    case 'address': {
      const more = `With valid credentials, requests count for their account, which has ${requestLimits.account.quota} a minute.`;
      return [`This address has sent its ${quota} requests of this minute.`, more];
    }
    case 'account':
      return [`This account has sent its ${quota} requests of this minute.`, 'Spread them over more time.'];
    case 'address-bytes':
    case 'account-bytes':
      return [
        `This body is more than is left of the ${quota / mebibyte} MiB of bodies that an ${who} may send in ${window / 60} minutes.`,
        'Smaller bodies may still pass. For more, spread them over more time or ask the operator.',
      ];
    case 'address-keys':
    case 'account-keys':
      return [`This ${who} has sent its ${quota} requests with an idempotency key of this day.`, 'Without a key, requests may still pass.'];
    default:
      return ['This was tried too often.', 'The pause grows with each further try.'];
  }
}
