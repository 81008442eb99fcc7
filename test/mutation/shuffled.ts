import { randomFrom } from '../support/random.ts';

/** The same order for the same seed (Fisher–Yates). */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const result = [...list];
  const random = randomFrom(seed);
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}
