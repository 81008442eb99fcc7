import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { type LimitHeaders, policy, state } from '../model/limit.ts';

/** Buckets of one allowance. Who asks is hashed into one of them, so that no flood of addresses fills the memory. */
const buckets = 2 ** 14;
const window = 60;

/** How many requests each may send in a minute, which begins with the first. */
export type Allowance = {
  /** @returns seconds until there is more where this request is one too many, and what the answer tells */
  charge(who: string): Promise<{ wait: number; headers: LimitHeaders }>;
  giveBack(who: string): Promise<unknown>;
};

/**
 * Counts in the memory of this node. Windows end by the machine's clock and, at the latest, by a timer of the same length,
 * so a clock that goes back holds nobody off for longer than a window.
 */
export function createAllowance(name: string, quota: number): Allowance {
  const limiter = new RateLimiterMemory({ points: quota, duration: window, keyPrefix: '' });
  const policyText = policy({ name, quota, window });
  // Nobody outside knows the seed, so nobody can aim at another's bucket.
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const bucketOf = (who: string) => Bun.hash.xxHash32(who, seed) % buckets;

  return {
    async charge(who) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(bucketOf(who));
      const reset = Math.min(window, Math.ceil(msBeforeNext / 1000));
      const left = Math.min(quota, Math.max(0, quota - consumedPoints));
      const headers = { 'RateLimit-Policy': policyText, RateLimit: state({ name, left, reset }) };
      return { wait: consumedPoints > quota ? Math.max(1, reset) : 0, headers };
    },
    giveBack: (who) => limiter.reward(bucketOf(who)),
  };
}
