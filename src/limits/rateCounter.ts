import type { Limit, Quota } from '../model/limit.ts';
import { requestLimits, type Verdict } from '../model/rateLimits.ts';
import { type Memory, makeMemory } from './memory.ts';

/**
 * Counters in each of two rows (a count-min sketch), so that no flood of addresses fills the memory. A key has one counter in each
 * row and shares it with other keys, so the lower count is nearer to its own.
 */
const rowLength = 2 ** 14;
/** Beyond this a counter would overflow to 0 and forget the amount. */
const maxCounted = 2 ** 32 - 1;

/** Counts amounts by key, in windows that begin with the first amount. */
export type RateCounter = ReturnType<typeof createCounter>;

export function createRateCounter(name: keyof typeof requestLimits, memory: Memory): RateCounter {
  return createCounter({ name, ...requestLimits[name] }, { memory });
}

/** `now`: seconds of a monotonic clock, so that no window lasts longer than it says. */
type CounterParts = { memory?: Memory; now?: () => number };

/** Counts in memory that threads share. Counts of other threads at the moment when a window begins may be lost. */
export function createCounter(quota: Quota, { memory = makeMemory(), now = monotonicSeconds }: CounterParts = {}) {
  const used = new Uint32Array(memory.take(2 * rowLength * Uint32Array.BYTES_PER_ELEMENT));
  const begun = new Float64Array(
    memory.take(2 * rowLength * Float64Array.BYTES_PER_ELEMENT, (part) => new Float64Array(part).fill(-Infinity)),
  );
  // A secret seed, so that nobody can aim at another's counters.
  const [seed] = new Uint32Array(
    memory.take(Uint32Array.BYTES_PER_ELEMENT, (part) => new Uint32Array(part).set(crypto.getRandomValues(new Uint32Array(1)))),
  );

  function countersOf(key: string): [number, number] {
    const hash = Bun.hash.xxHash32(key, seed);
    return [hash % rowLength, rowLength + ((hash >>> 14) % rowLength)];
  }

  function applyLimit(key: string, amount: number, count: 'never' | 'where it fits' | 'always'): Verdict {
    const time = now();
    const both = countersOf(key);
    for (const counter of both) {
      if (time - valueAt(begun, counter) < quota.window) continue;
      begun[counter] = time;
      used[counter] = 0;
    }
    const [first, second] = both;
    const nearer = valueAt(used, first) <= valueAt(used, second) ? first : second;
    const refused = valueAt(used, nearer) + amount > quota.quota;
    if (count === 'always' || (!refused && count === 'where it fits')) {
      for (const counter of both) add(counter, amount);
    }
    const reset = Math.ceil(quota.window - (time - valueAt(begun, nearer)));
    return { refused, limit: { ...quota, left: Math.max(0, quota.quota - valueAt(used, nearer)), reset } };
  }

  function add(counter: number, amount: number): void {
    if (valueAt(used, counter) + amount > maxCounted) used[counter] = maxCounted;
    else Atomics.add(used, counter, amount);
  }

  return {
    /** Judges an amount and does not count it. */
    look: (key: string, amount: number): Verdict => applyLimit(key, amount, 'never'),
    /** Counts an amount unless it is refused. */
    charge: (key: string, amount: number = 1): Verdict => applyLimit(key, amount, 'where it fits'),
    /** Counts an amount that was taken already, even beyond the quota. */
    spend: (key: string, amount: number): Limit => applyLimit(key, amount, 'always').limit,
    giveBack(key: string): void {
      for (const counter of countersOf(key)) if (valueAt(used, counter) > 0) Atomics.sub(used, counter, 1);
    },
  };
}

/** Makes the clock the same in all threads: `performance.now()` counts from the start of its thread. */
const sinceOrigin = Number(process.hrtime.bigint()) / 1e9 - performance.now() / 1000;
function monotonicSeconds(): number {
  return sinceOrigin + performance.now() / 1000;
}

function valueAt(numbers: Uint32Array | Float64Array, index: number): number {
  return numbers[index] as number;
}
