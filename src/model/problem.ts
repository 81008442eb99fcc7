import { detailOf, type Fault } from './fault.ts';
import type { Limit } from './limit.ts';

/** The codes of all refusals. Any other error is a defect and becomes `internal`. */
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
  'already-there',
  'still-current',
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
  /** The code of the detail. */
  fault: Fault;
};

/** RFC 6750 §3.1. `scope`: the scopes that the request requires, separated by spaces. */
export type Challenge = { error?: 'invalid_token' } | { error: 'insufficient_scope'; scope: string };

/** Plain facts, of which `src/http/` makes header fields. */
export type ProblemFacts = {
  errors?: FieldError[];
  /** The code of `detail`, from which pages make the sentence in their language. */
  fault?: Fault;
  /** Seconds until a retry is useful. */
  retryAfter?: number;
  challenge?: Challenge;
  limits?: Limit[];
  etag?: string;
  /** How long the answer is delayed, in ms. */
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

/** An `invalid-input` problem for the errors of one rule; `fieldErrors.ts` collects the errors of a whole request. */
export function invalidInput(...errors: FieldError[]): Problem {
  const [first] = errors;
  const detail = errors.length === 1 && first ? `${first.pointer || 'The body'}: ${first.detail}` : `${errors.length} errors; see errors.`;
  return new Problem('invalid-input', detail, { errors });
}

/** @param duplicate names the existing record */
export function alreadyThere(duplicate: FieldError): Problem {
  return new Problem('already-there', `${duplicate.pointer}: ${duplicate.detail}. Nothing was changed.`, { errors: [duplicate] });
}

export function notFound(what: string): Problem {
  return new Problem('not-found', `There is no ${what}.`);
}

/** The record has other values in these fields than the page of the form showed. */
export function changedMeanwhile(...names: string[]): Problem {
  const errors = names.map((name) => fieldError(`/${name}`, 'changedMeanwhile'));
  return new Problem('precondition-failed', `${names.join(' and ')}: changed meanwhile; nothing was saved.`, { errors });
}

/** For `.catch` of a read: undefined if the record is not there. @throws any other error */
export function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'not-found') return undefined;
  throw error;
}

/** For `.catch` of a search whose results are optional: none if it is refused. @throws any other error */
export function noneIfRefused(error: unknown): [] {
  if (error instanceof Problem) return [];
  throw error;
}

/**
 * @param seconds until a retry is useful
 * @param more a sentence on how to send more
 * @param limits that were reached
 */
export function tooMany(what: string, seconds: number, more: string, limits: Limit[]): Problem {
  const pause = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new Problem('too-many-requests', `${what} Try again in ${pause}. ${more}`, { retryAfter: seconds, limits });
}

/** @param seconds until a retry is useful */
export function unavailable(detail: string, seconds = 1): Problem {
  return new Problem('unavailable', detail, { retryAfter: seconds });
}

/**
 * A refusal that is delayed by 20 to 30 ms: else clients that retry at once, on many connections, would keep the main thread from all
 * others. The delay is random, so that the retries do not arrive together.
 */
export function overloaded(detail: string): Problem {
  return new Problem('unavailable', detail, { retryAfter: 2, delay: 20 + Math.random() * 10 });
}
