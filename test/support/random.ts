/** Pseudo-random numbers that repeat with the same seed. */
export type Random = {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to below `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  shuffled<T>(list: readonly T[]): T[];
};

/** @param seed whole numbers; each list of numbers gives another sequence */
export function randomFrom(...seed: number[]): Random {
  let state = Number(BigInt.asUintN(32, BigInt(Bun.hash(seed.join()))));
  // A linear congruential step, then an avalanche over its bits, since the low bits of the step repeat soon.
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    shuffled: (list) =>
      list
        .map((item) => ({ item, key: next() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
