const given = process.env.TEST_SEED;

/** The seed of generated tests: new in each run, or TEST_SEED. Fast-check's seeds are 32-bit integers. */
export const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);

/**
 * The seeds of a long generated test, each with its share of the runs: a third for the kept seeds, which once found a fault, the rest for a
 * new seed. With TEST_SEED, all runs are for that seed.
 */
export function seedsOf(kept: number[], runs: number): { seed: number; runs: number }[] {
  if (given !== undefined) return [{ seed, runs }];
  const each = Math.floor(runs / 3 / kept.length);
  return [...kept.map((seed) => ({ seed, runs: each })), { seed, runs: runs - each * kept.length }];
}
