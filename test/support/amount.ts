import { randomFrom } from './random.ts';
import { seed } from './seed.ts';

/**
 * Whether this is the long form of the tests: `npm run test:long` sets TEST_FORM=long, and runs every test file that imports this one. A
 * test that takes long and is the same in both forms is skipped in it.
 */
export const isLong = process.env.TEST_FORM === 'long';

/** The number of repetitions of a test: few in `npm test`, many in the long form, or as an environment variable of this name says. */
export function repetitionsFor(name: string, { short, long }: { short: number; long: number }): number {
  return Number(process.env[name] ?? (isLong ? long : short));
}

const random = randomFrom(seed);

/**
 * A sample of cases that may show the same fault: in the long form all of them, in `npm test` a few, different in each run. They keep their
 * order, on which the outcome of a case may depend.
 */
export function sampleOf<T>(cases: T[], few: number): T[] {
  const drawn = new Set(random.shuffled([...cases.keys()]).slice(0, few));
  return isLong ? cases : cases.filter((_, i) => drawn.has(i));
}
