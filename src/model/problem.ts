import { detailOf, type Fault } from './fault.ts';
import type { Limit } from './limit.ts';

/** All refusals. Any other error is a defect and becomes `internal`. */
export const problemCodes = [
  'malformed-json',
  'invalid-input',
  'email-taken',
  'unauthenticated',
  'invalid-token',
  'invalid-login',
  'forbidden',
  'sign-up-closed',
  'not-found',
  'method-not-allowed',
  'not-acceptable',
  'artist-deleted',
  'album-deleted',
  'identifier-taken',
  'cursor-lost',
  'idempotency-key-in-use',
  'precondition-failed',
  'content-too-large',
  'uri-too-long',
  'unsupported-media-type',
  'too-many-requests',
  'idempotency-key-reused',
  'precondition-required',
  'internal',
  'not-implemented',
  'unavailable',
  'mail-off',
  'storage-full',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export type FieldError = {
  /** JSON Pointer (RFC 6901) into the body, or `/name` of a path or query parameter or header. */
  pointer: string;
  detail: string;
  /** Of the detail. */
  fault: Fault;
};

/** RFC 6750 §3.1. `scope`: those that the request requires, separated by spaces. */
export type Challenge = { error?: 'invalid_token' } | { error: 'insufficient_scope'; scope: string };

/** `src/http/` makes header fields of them. */
export type ProblemFacts = {
  errors?: FieldError[];
  /** The fact that `detail` states, from which pages make the sentence in their language. */
  fault?: Fault;
  /** Seconds until it is worth trying again. */
  retryAfter?: number;
  challenge?: Challenge;
  limits?: Limit[];
  etag?: string;
  /** Ms by which the answer is delayed. */
  delay?: number;
};

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly facts: ProblemFacts;

  constructor(code: ProblemCode, detail: string, facts: ProblemFacts = {}) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.facts = facts;
  }
}

/** A problem as plain data, to send to a thread or to store. */
export type PlainProblem = { code: ProblemCode; detail: string; facts: ProblemFacts };

export function plainProblem({ code, message: detail, facts }: Problem): PlainProblem {
  return { code, detail, facts };
}

export function problemOf({ code, detail, facts }: PlainProblem): Problem {
  return new Problem(code, detail, facts);
}

export function fieldError(pointer: string, ...fault: Fault): FieldError {
  return { pointer, detail: detailOf(fault), fault };
}

/** An `invalid-input` problem of errors that one rule found; `fieldErrors.ts` gathers those of a whole request. */
export function invalidInput(...errors: FieldError[]): Problem {
  const [first] = errors;
  const detail = errors.length === 1 && first ? `${first.pointer || 'The body'}: ${first.detail}` : `${errors.length} errors; see errors.`;
  return new Problem('invalid-input', detail, { errors });
}

export function notFound(what: string): Problem {
  return new Problem('not-found', `There is no ${what}.`);
}

/** For a form whose page showed other values of these fields than there are now. */
export function changedMeanwhile(...names: string[]): Problem {
  const errors = names.map((name) => fieldError(`/${name}`, 'changedMeanwhile'));
  return new Problem('precondition-failed', `${names.join(' and ')}: changed meanwhile; nothing was saved.`, { errors });
}

/** Undefined where a record is gone. @throws any other error */
export function unlessGone(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'not-found') return undefined;
  throw error;
}

/** @param seconds until it is worth trying again @param more how to get more @param limits those that were reached */
export function tooMany(what: string, seconds: number, more: string, limits: Limit[]): Problem {
  const pause = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new Problem('too-many-requests', `${what} Try again in ${pause}. ${more}`, { retryAfter: seconds, limits });
}

/** @param seconds until it is worth trying again */
export function unavailable(detail: string, seconds = 1): Problem {
  return new Problem('unavailable', detail, { retryAfter: seconds });
}

/**
 * A refusal that is held back for 20 to 30 ms: else clients that ask again at once, on many connections, would keep the main thread from
 * all others. The time is random, so that they do not come in crowds.
 */
export function crowded(detail: string): Problem {
  return new Problem('unavailable', detail, { retryAfter: 2, delay: 20 + Math.random() * 10 });
}
