import type { z } from 'zod';
import type { WithHashing } from '../auth/password.ts';
import type { Client } from '../limits/client.ts';
import { type Actor, type Right, rights } from '../model/actor.ts';
import type { Awaitable } from '../model/awaitable.ts';
import type { ProblemCode } from '../model/problem.ts';
import type { Conditions } from '../model/versioned.ts';
import type { Caller } from '../store/slowReads.ts';
import type { Write } from '../store/store.ts';
import type { Services } from './services.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A request after its checks, with the parsed values. */
export type Input<P, Q, B> = {
  params: P;
  query: Q;
  body: B;
  headers: Headers;
  /** The body of a route that `receives` a file. @throws Problem `content-too-large` */
  file(maxBytes: number): AsyncIterable<Uint8Array>;
  conditions: Conditions;
  actor: Actor;
  client: Client;
  /** The client to which a slow read is attributed. */
  caller(): Caller;
  /** Runs a write as the account of the request, with its comment and source. */
  write<I, O>(operation: Write<I, O>, input: I): Promise<O>;
  /**
   * Writes a part of a long change; the last part goes through `write`. Each part must be repeatable: under an idempotency key, only the
   * outcome of the last part is stored.
   */
  writePart<I, O>(operation: Write<I, O>, input: I): Promise<O>;
  /**
   * Returns the cached answer of this address, or makes one. Only for an answer that depends on nothing but the address and the content of
   * the store.
   */
  cached(make: () => Awaitable<Reply>): Awaitable<Reply>;
  /** Requires the right `mayNeed`. */
  checkRight(): Promise<void>;
};

/** Only handlers of hashing routes can hash. */
export type RouteServices = Omit<Services, 'passwords'>;

export type Reply = {
  status: 200 | 201 | 202 | 204 | 304;
  /** JSON text. */
  body?: string;
  /** The media type of the body, where it is not plain JSON. */
  type?: string;
  headers?: Record<string, string>;
  /** The time of the version of a record, in ms since 1970. */
  changedAt?: number;
  /** In place of a body. */
  stream?: ReadableStream<Uint8Array>;
};

export type SuccessHeader = 'ETag' | 'Last-Modified' | 'Location' | 'Content-Location' | 'Link' | 'Vary';

/** The dates of RFC 9745 and RFC 8594; `link` is a page about the replacement. */
export type Deprecation = { since: Date; sunset: Date; link: string };

/** One operation of the API. */
export type RouteSpec<P, Q, B> = {
  operation: string;
  method: Method;
  /** Names parameters as OpenAPI does: `{name}`. */
  path: string;
  summary: string;
  description: string;
  tag: string;
  /** The required right; absent: anyone may. */
  needs?: Right;
  /** The right that some answers require; the handler then calls `checkRight`. */
  mayNeed?: Right;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  /** The media types of a file in the body, which `handle` reads from `file` as it arrives. */
  receives?: string[];
  /** The charsets of such a file of `text/csv`; other files are UTF-8. */
  csvCharsets?: string[];
  /** Whether `application/merge-patch+json` is accepted too. */
  mergePatch?: boolean;
  /** Whether a GET answers JSON-LD too, to clients that prefer it. */
  linkedData?: boolean;
  /** A GET answers in one of these media types, not in JSON. */
  produces?: [string, ...string[]];
  /** Whether a POST takes an idempotency key. Absent: if it changes the catalogue. */
  takesKey?: boolean;
  /** The path parameter that an `id` in the body may repeat, but not contradict. */
  idParam?: string;
  /** The conditional headers. Absent: `If-None-Match` for a GET whose answer has an ETag, else none. */
  conditions?: ('If-Match' | 'If-Unmodified-Since' | 'If-None-Match' | 'If-Modified-Since')[];
  /** `created`: the description of a 201 with the same body, for operations that may answer 200 or 201. */
  success: { status: 200 | 201 | 202 | 204; description: string; schema?: z.ZodType; headers?: SuccessHeader[]; created?: string };
  /** Further problems: `route` derives some, and some are common to all operations. */
  problems?: ProblemCode[];
  deprecation?: Deprecation;
  /** Whether the operation hashes a password; absent: never. If always, a slot is taken before the body is read. */
  hashes?: 'always' | 'sometimes';
  handle(input: Input<P, Q, B>, services: RouteServices): Awaitable<Reply>;
  /** Answers a GET of a client that prefers `text/event-stream`. */
  stream?(input: Input<NoInfer<P>, NoInfer<Q>, NoInfer<B>>, services: RouteServices): Promise<Reply>;
};

export type Route = RouteSpec<unknown, unknown, unknown> & { problems: ProblemCode[] };

/** Whether a change by this route may have a comment and a source. */
export function writesCatalogue({ method, needs }: Route): boolean {
  return method !== 'get' && needs !== undefined && rights[needs].catalogue;
}

/** Checks the handler's types against the schemas. */
export function route<P, Q, B>(spec: RouteSpec<P, Q, B>): Route {
  const { deprecation } = spec;
  if (deprecation && deprecation.sunset < deprecation.since)
    throw new Error(`${spec.operation} would be gone before it is deprecated (RFC 9745)`);
  const { method, path, body, success, problems = [] } = spec;
  const { conditions = method === 'get' && success.headers?.includes('ETag') ? ['If-None-Match'] : undefined } = spec;
  const derivedProblems: ProblemCode[] = [
    'invalid-input',
    ...(body ? ['malformed-json' as const] : []),
    ...(path.includes('{') ? ['not-found' as const] : []),
    ...(method !== 'get' && conditions ? ['precondition-failed' as const] : []),
  ];
  return { ...spec, ...(conditions && { conditions }), problems: [...new Set([...derivedProblems, ...problems])] } as unknown as Route;
}

type HashingSpec<P, Q, B> = Omit<RouteSpec<P, Q, B>, 'handle'> & {
  hashes: 'always' | 'sometimes';
  handle(input: Input<P, Q, B> & { withHashing: WithHashing }, services: RouteServices): Promise<Reply>;
};

/** A route whose handler gets `withHashing`. */
export function hashingRoute<P, Q, B>(spec: HashingSpec<P, Q, B>): Route {
  return route(spec as unknown as RouteSpec<P, Q, B>);
}
