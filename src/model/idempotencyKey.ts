import type { PlainProblem, ProblemCode } from './problem.ts';

/** The outcome of a request under an idempotency key. `replayed`: whether an earlier request produced it. */
export type Outcome<O> = ({ value: O } | { problem: PlainProblem }) & { replayed: boolean };

/** Hexadecimal digits of the digests of keys and requests: 128 bits. Longer ones would take more pages of the store's index. */
export const digestLength = 32;

/** How long an outcome is stored, in ms. */
export const outcomeLifetime = 24 * 3_600_000;

/** Refusals that are not stored: credentials and rights are judged at each request, and limits and failures are temporary. */
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

/** Whether a refusal is stored: one that the same request would get again. */
export function isStoredRefusal(code: ProblemCode): boolean {
  return !judgedEachTime.includes(code);
}

/** JSON that `decode` turns back into the same bigints and numbers. */
export function encode(data: unknown): string {
  return JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? { int64: String(value) } : value));
}

export function decode(text: string): unknown {
  return JSON.parse(text, (_, value) => (typeof value?.int64 === 'string' ? BigInt(value.int64) : value));
}
