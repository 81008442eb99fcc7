import type { Limit, Quota } from '../model/limit.ts';
import { type Memory, makeMemory } from './memory.ts';

/**
 * Counters in each of two rows, so that no flood of addresses fills the memory. Each client has one in either row, which it
 * shares with the others that are hashed there; the one that counted less is nearer to what the client had itself.
 */
const rowLength = 2 ** 14;
/** A counter that would begin again at 0 would forgive everything. */
const maxCounted = 2 ** 32 - 1;

/** Whether an amount may pass: seconds until there is more where it may not, else 0; and the limit as it is now. */
export type Verdict = { wait: number; limit: Limit };

/** How much each may have in a window, which begins with the first of it. */
export type Allowance = {
  /** Whether as much is left. Counts nothing. */
  look(who: string, amount: number): Verdict;
  /** Counts an amount where as much is left, else nothing. */
  charge(who: string, amount?: number): Verdict;
  /** Counts an amount that was taken already, whether as much was left or not. */
  spend(who: string, amount: number): Limit;
  giveBack(who: string): void;
};

/** `now`: seconds of a clock that nobody can set, so that no window lasts longer than it says. */
type Means = { memory?: Memory | undefined; now?: () => number };

/** Counts in the memory of this node. Threads that count at once lose nothing but a count or two where a window begins. */
export function createAllowance(quota: Quota, { memory = makeMemory(), now = monotonicSeconds }: Means = {}): Allowance {
  const used = new Uint32Array(memory.take(2 * rowLength * Uint32Array.BYTES_PER_ELEMENT));
  const begun = new Float64Array(
    memory.take(2 * rowLength * Float64Array.BYTES_PER_ELEMENT, (part) => new Float64Array(part).fill(-Infinity)),
  );
  // Nobody outside knows the seed, so nobody can aim at another's counters.
  const [seed] = new Uint32Array(
    memory.take(Uint32Array.BYTES_PER_ELEMENT, (part) => new Uint32Array(part).set(crypto.getRandomValues(new Uint32Array(1)))),
  );

  function countersOf(who: string): [number, number] {
    const hash = Bun.hash.xxHash32(who, seed);
    return [hash % rowLength, rowLength + ((hash >>> 14) % rowLength)];
  }

  function judge(who: string, amount: number, count: 'never' | 'where it fits' | 'always'): Verdict {
    const time = now();
    const both = countersOf(who);
    for (const counter of both) {
      if (time - at(begun, counter) < quota.window) continue;
      begun[counter] = time;
      used[counter] = 0;
    }
    const [first, second] = both;
    const nearer = at(used, first) <= at(used, second) ? first : second;
    const fits = at(used, nearer) + amount <= quota.quota;
    if (count === 'always' || (fits && count === 'where it fits')) {
      for (const counter of both) add(counter, amount);
    }
    const reset = Math.ceil(quota.window - (time - at(begun, nearer)));
    const left = Math.max(0, quota.quota - at(used, nearer));
    return { wait: fits ? 0 : reset, limit: { ...quota, left, reset } };
  }

  function add(counter: number, amount: number): void {
    if (at(used, counter) + amount > maxCounted) used[counter] = maxCounted;
    else Atomics.add(used, counter, amount);
  }

  return {
    look: (who, amount) => judge(who, amount, 'never'),
    charge: (who, amount = 1) => judge(who, amount, 'where it fits'),
    spend: (who, amount) => judge(who, amount, 'always').limit,
    giveBack(who) {
      for (const counter of countersOf(who)) if (at(used, counter) > 0) Atomics.sub(used, counter, 1);
    },
  };
}

/** The same in all threads, whose own clocks begin when they do. */
const sinceOrigin = Number(process.hrtime.bigint()) / 1e9 - performance.now() / 1000;
function monotonicSeconds(): number {
  return sinceOrigin + performance.now() / 1000;
}

function at(numbers: Uint32Array | Float64Array, index: number): number {
  return numbers[index] as number;
}
