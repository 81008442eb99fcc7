/**
 * A map from numbers to numbers, without removal. A key takes 12 to 24 bytes, and so does each value. An entry of a `Map` takes 70, and
 * several times as much with bigints or objects.
 *
 * @param width values of an entry; 0 makes a set
 */
export function createNumberMap(width = 1) {
  let bits = 4;
  let keys = new Float64Array(1 << bits).fill(Number.NaN);
  let values = new Float64Array(width << bits);
  let size = 0;

  /** The place of a key, or the empty place for it. */
  function placeOf(key: number): number {
    const mask = keys.length - 1;
    // Multiplication by 2³² / golden ratio spreads consecutive numbers (Knuth, The Art of Computer Programming 3, 6.4).
    let hash = Math.imul((key | 0) ^ seed, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ ((key / 2 ** 32) | 0), 0x9e3779b1);
    let place = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> (32 - bits);
    while (isTaken(place) && keys[place] !== key) place = (place + 1) & mask;
    return place;
  }

  const isTaken = (place: number) => !Number.isNaN(keys[place]);

  function grow(): void {
    const [oldKeys, oldValues] = [keys, values];
    bits++;
    keys = new Float64Array(1 << bits).fill(Number.NaN);
    values = new Float64Array(width << bits);
    for (const [i, key] of oldKeys.entries()) {
      if (Number.isNaN(key)) continue;
      const place = placeOf(key);
      keys[place] = key;
      values.set(oldValues.subarray(i * width, (i + 1) * width), place * width);
    }
  }

  return {
    has: (key: number) => isTaken(placeOf(key)),
    /** @param column which of the values */
    get(key: number, column = 0): number | undefined {
      const place = placeOf(key);
      return isTaken(place) ? values[place * width + column] : undefined;
    },
    set(key: number, ...entry: number[]): void {
      if (size >= keys.length * maxLoad) grow();
      const place = placeOf(key);
      if (!isTaken(place)) size++;
      keys[place] = key;
      values.set(entry, place * width);
    },
  };
}

const maxLoad = 2 / 3;
/** Random, so that nobody can choose keys that all have the same place. */
const seed = (crypto.getRandomValues(new Uint32Array(1))[0] as number) | 0;

/** 53 bits, which a number holds exactly. */
export function digestOf(text: string): number {
  return Number(BigInt.asUintN(53, BigInt(Bun.hash(text))));
}

/** @returns undefined if no number is exactly as large */
export function exactNumberOf(integer: bigint): number | undefined {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : undefined;
}
