import type { PlainProblem, ProblemCode } from './problem.ts';

/** What came of a request under an idempotency key, as plain data; `replayed` where it came of an earlier one. */
export type Outcome<O> = ({ value: O } | { problem: PlainProblem }) & { replayed: boolean };

/** Hexadecimal digits of the digests of keys and requests: 128 bits. Longer ones would take more pages of the store's index. */
export const digestLength = 32;

/** How long an outcome is kept, in ms. */
export const keptFor = 24 * 3_600_000;

/** Credentials and rights are judged at each request; a limit, and what the service cannot do now, pass by themselves. */
const judgedEachTime: ProblemCode[] = [
  'unauthenticated',
  'invalid-token',
  'invalid-login',
  'forbidden',
  'sign-up-closed',
  'too-many-requests',
  'idempotency-key-in-use',
  'idempotency-key-reused',
  'internal',
  'not-implemented',
  'unavailable',
  'mail-off',
  'storage-full',
];

/** Whether a refusal is an outcome that is kept: one of the request itself, which would be the same again. */
export function isOutcome(code: ProblemCode): boolean {
  return !judgedEachTime.includes(code);
}

/** Writes plain data as JSON from which `decode` makes the same: its bigints stay bigints, its numbers numbers. */
export function encode(data: unknown): string {
  return JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? { int64: String(value) } : value));
}

export function decode(text: string): unknown {
  return JSON.parse(text, (_, value) => (typeof value?.int64 === 'string' ? BigInt(value.int64) : value));
}
