/**
 * Whether this is the long form of the tests, `npm run test:long`, which sets TEST_FORM=long. It runs every test file that imports
 * this one.
 */
export const isLong = process.env.TEST_FORM === 'long';

/**
 * How much a test does that could do any amount of the same: little in `npm test`, much in the long form, or as much as an environment
 * variable of this name says.
 */
export function amount(name: string, { short, long }: { short: number; long: number }): number {
  return Number(process.env[name] ?? (isLong ? long : short));
}
