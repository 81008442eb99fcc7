import type { Limit, Quota } from '../model/limit.ts';

/** Who asks is hashed into one of so many, so that no flood of addresses fills the memory. */
const buckets = 2 ** 14;

/** Whether an amount may pass: seconds until there is more where it may not, else 0; and the limit as it is now. */
export type Verdict = { wait: number; limit: Limit };

/** How much each may have in a window, which begins with the first of it. */
export type Allowance = {
  /** Whether as much is left. Counts nothing. */
  look(who: string, amount: number): Verdict;
  /** Counts an amount where as much is left, else nothing. */
  charge(who: string, amount?: number): Verdict;
  giveBack(who: string): void;
};

/**
 * Counts in the memory of this node.
 *
 * @param now seconds of a clock that nobody can set, so that no window lasts longer than it says
 */
export function createAllowance(quota: Quota, now = () => performance.now() / 1000): Allowance {
  const used = new Uint32Array(buckets);
  const begun = new Float64Array(buckets).fill(-Infinity);
  // Nobody outside knows the seed, so nobody can aim at another's bucket.
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const bucketOf = (who: string) => Bun.hash.xxHash32(who, seed) % buckets;

  function judge(bucket: number, amount: number, count: boolean): Verdict {
    const time = now();
    if (time - at(begun, bucket) >= quota.window) {
      begun[bucket] = time;
      used[bucket] = 0;
    }
    const fits = at(used, bucket) + amount <= quota.quota;
    if (fits && count) used[bucket] = at(used, bucket) + amount;
    const reset = Math.ceil(quota.window - (time - at(begun, bucket)));
    const left = quota.quota - at(used, bucket);
    return { wait: fits ? 0 : reset, limit: { ...quota, left, reset } };
  }

  return {
    look: (who, amount) => judge(bucketOf(who), amount, false),
    charge: (who, amount = 1) => judge(bucketOf(who), amount, true),
    giveBack(who) {
      const bucket = bucketOf(who);
      used[bucket] = Math.max(0, at(used, bucket) - 1);
    },
  };
}

function at(numbers: Uint32Array | Float64Array, index: number): number {
  return numbers[index] as number;
}
