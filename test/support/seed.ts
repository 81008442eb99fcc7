const given = process.env.TEST_SEED;

/** What generated tests begin with: again in each run, or what TEST_SEED says. Fast-check's seeds are whole numbers of 32 bits. */
export const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);

/**
 * The seeds of a long generated test, each with its share of the runs: a third for the ones that found something once, the
 * rest for a new one; all for the one that was asked for.
 */
export function seedsOf(kept: number[], runs: number): { seed: number; runs: number }[] {
  if (given !== undefined) return [{ seed, runs }];
  const each = Math.floor(runs / 3 / kept.length);
  return [...kept.map((one) => ({ seed: one, runs: each })), { seed, runs: runs - each * kept.length }];
}
