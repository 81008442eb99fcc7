import type { Limit, Quota } from '../model/limit.ts';
import { requestLimits, type Verdict } from '../model/rateLimits.ts';

/**
 * Counters in each of two rows (a count-min sketch), so that no flood of addresses fills the memory. A key has one counter in each
 * row and shares it with other keys, so the lower count is nearer to its own.
 */
const rowLength = 2 ** 14;
/** Beyond this a counter would overflow to 0 and forget the amount. */
const maxCounted = 2 ** 32 - 1;

/** The counters of each limit, in memory that all threads share. */
export type Memory = Record<keyof typeof requestLimits, ReturnType<typeof makeCounters>>;

export function makeMemory(): Memory {
  return Object.fromEntries(Object.keys(requestLimits).map((name) => [name, makeCounters()])) as Memory;
}

function makeCounters() {
  return {
    used: new Uint32Array(new SharedArrayBuffer(2 * rowLength * Uint32Array.BYTES_PER_ELEMENT)),
    begun: new Float64Array(new SharedArrayBuffer(2 * rowLength * Float64Array.BYTES_PER_ELEMENT)).fill(-Infinity),
    // Secret, so that nobody can aim at another's counters.
    seed: crypto.getRandomValues(new Uint32Array(1))[0] as number,
  };
}

export function createRateCounter(name: keyof typeof requestLimits, memory: Memory) {
  return createCounter({ name, ...requestLimits[name] }, memory[name]);
}

/**
 * Counts amounts by key, in windows that begin with the first amount. Counts of other threads at the moment when a window begins may be
 * lost.
 *
 * @param now seconds of a monotonic clock, so that no window lasts longer than it says
 */
export function createCounter(quota: Quota, { used, begun, seed } = makeCounters(), now = monotonicSeconds) {
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
