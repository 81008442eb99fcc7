/** A source of whole numbers from 0 to below a bound, the same for the same seed on every machine. */
export type Random = (below: number) => number;

/** Marsaglia's xorshift (Journal of Statistical Software 8/14, 2003) of 32 bits, started from a hash of the seeds. */
export function randomOf(...seed: number[]): Random {
  let state = seed.reduce((mixed, part) => Math.imul(mixed ^ part, 0x9e3779b1) ^ (mixed >>> 15), 0x2545f491) || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Picks an element of a list, which must not be empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T;
}
