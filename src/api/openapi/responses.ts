import { isDeepStrictEqual } from 'node:util';
import { eventStreamType, linkedDataType } from '../../http/accept.ts';
import { takesKey } from '../../http/idempotencyKey.ts';
import { problemTypes } from '../../http/problemTypes.ts';
import type { Route } from '../../http/route.ts';
import type { ProblemCode } from '../../model/problem.ts';
import { type HeaderName, headerReferences, type Reference } from './headers.ts';
import type { JsonSchema } from './schemas.ts';

export type Response = { description: string; headers?: Record<string, Reference>; content?: Record<string, object> };

/** What any operation may answer in addition to what it names: together they are its `default` response. */
const anyOperation: ProblemCode[] = ['method-not-allowed', 'not-acceptable', 'uri-too-long', 'internal', 'unavailable'];
const anyBody: ProblemCode[] = ['content-too-large', 'unsupported-media-type'];
const anyWrite: ProblemCode[] = ['storage-full'];
const anyLimited: ProblemCode[] = ['too-many-requests'];
/** What stands under its status, as a program may act on it. */
const anyCredential: ProblemCode[] = ['unauthenticated', 'invalid-token', 'forbidden'];
const anyConditional: ProblemCode[] = ['precondition-required'];
const anyKeyed: ProblemCode[] = ['idempotency-key-in-use', 'idempotency-key-reused'];

const mark: HeaderName[] = ['Idempotent-Replayed'];
const limitHeaders: HeaderName[] = ['RateLimit-Policy', 'RateLimit'];
/** What a refusal always carries in addition. */
const ownHeaders: Partial<Record<ProblemCode, HeaderName>> = {
  unauthenticated: 'WWW-Authenticate',
  'invalid-token': 'WWW-Authenticate',
  'invalid-login': 'WWW-Authenticate',
  'method-not-allowed': 'Allow',
  'idempotency-key-in-use': 'Retry-After',
  'too-many-requests': 'Retry-After',
  unavailable: 'Retry-After',
};

/** What the operator chose: whether requests are limited, which every answer then tells, and changes must state conditions. */
type Choices = { limits: boolean; requireConditions: boolean };

/**
 * Writes the responses of routes. Refusals that several share are in the document once, under the names of their codes. What any
 * answer may carry, the limits and the mark of an answer given again, is not repeated at each of them.
 */
export function createResponses(choices: Choices) {
  const shared: Record<string, Response> = {};

  function refusal(codes: ProblemCode[], route: Route): Reference {
    const tag: HeaderName[] = tellsTag(codes, route) ? ['ETag'] : [];
    // Most operations have these two, so their name is short.
    const name = isDeepStrictEqual(codes, ['invalid-token', 'unauthenticated']) ? ['unauthenticated'] : codes;
    return refer([...name, ...tag], () => refusalOf(codes, [...common(codes), ...tag]));
  }

  /** It may have what any of its refusals has. */
  function otherRefusals(route: Route): Reference {
    const codes = generalOf(route, choices);
    const kinds = [...(route.method === 'get' ? [] : ['write']), ...(route.body ? ['body'] : [])];
    return refer(['default', ...kinds], () => ({
      ...refusalOf(codes, [...ownHeadersOf(codes), ...(choices.limits ? limitHeaders : [])]),
      description: 'What any operation may be refused for',
    }));
  }

  function refer(name: string[], make: () => Response): Reference {
    shared[name.join('.')] ??= make();
    return { $ref: `#/components/responses/${name.join('.')}` };
  }

  return {
    shared,
    of(route: Route, writeSchema: (schema: NonNullable<Route['success']['schema']>) => JsonSchema): Record<string, Response | Reference> {
      const { status, description, schema, headers = [], created } = route.success;
      const content = schema && {
        'application/json': { schema: writeSchema(schema) },
        ...(route.linkedData && linkedData),
        ...(route.stream && events),
      };
      return {
        [status]: { description, ...headersOf([...headers, ...(takesKey(route) ? mark : [])]), ...(content && { content }) },
        ...(created && { 201: { description: created, ...headersOf(['Location', ...headers]), ...(content && { content }) } }),
        // It has the headers of the answer that it stands for (RFC 9110 §15.4.5).
        ...(route.method === 'get' &&
          headers.includes('ETag') && {
            304: refer(['not-modified', ...headers], () => ({ description: 'The stored copy is current', ...headersOf(headers) })),
          }),
        ...Object.fromEntries([...refusalsOf(route, choices)].map(([status, codes]) => [status, refusal(codes, route)])),
        default: otherRefusals(route),
      };
    },
  };
}

function headersOf(names: HeaderName[]): Pick<Response, 'headers'> {
  return names.length > 0 ? { headers: headerReferences(names) } : {};
}

const linkedData = {
  [linkedDataType]: {
    schema: { type: 'object', description: 'JSON-LD 1.1 in the words of schema.org', required: ['@context', '@type', '@id'] },
  },
};

const events = { [eventStreamType]: { schema: { type: 'string', description: 'Server-sent events without an end' } } };

/** The problems that stand under their status, since several may share one; with them what any operation may answer with it. */
function refusalsOf(route: Route, choices: Choices): Map<number, ProblemCode[]> {
  const own = new Set([
    ...route.problems,
    ...(route.needs || route.mayNeed ? anyCredential : []),
    ...(choices.requireConditions && route.conditions?.includes('If-Unmodified-Since') ? anyConditional : []),
    ...(takesKey(route) ? anyKeyed : []),
  ]);
  const statuses = new Set([...own].map(statusOf));
  const others = generalOf(route, choices).filter((code) => statuses.has(statusOf(code)));
  return Map.groupBy([...own.union(new Set(others))].sort(), statusOf);
}

function generalOf(route: Route, { limits }: Choices): ProblemCode[] {
  return [
    ...anyOperation,
    ...(route.body ? anyBody : []),
    ...(route.method === 'get' ? [] : anyWrite),
    ...(limits ? anyLimited : []),
  ].sort();
}

function statusOf(code: ProblemCode): number {
  return problemTypes[code].status;
}

/** A change that its conditions do not allow tells the tag of what it was to change, unless that may never have been there. */
function tellsTag(codes: ProblemCode[], { conditions = [], success }: Route): boolean {
  const always = codes.includes('precondition-required') || (codes.includes('precondition-failed') && !success.created);
  return conditions.includes('If-Match') && always;
}

/** The headers that each of these refusals has. */
function common(codes: ProblemCode[]): HeaderName[] {
  return ownHeadersOf(codes).filter((name) => codes.every((code) => ownHeaders[code] === name));
}

function ownHeadersOf(codes: ProblemCode[]): HeaderName[] {
  return [...new Set(codes.flatMap((code) => ownHeaders[code] ?? []))];
}

function refusalOf(codes: ProblemCode[], names: HeaderName[]): Response {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${problemTypes[code].title}.`).join(' '),
    ...headersOf(names),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
  };
}

export function problemExamples(publicUrl: string): Record<string, { value: object }> {
  const entries = Object.entries(problemTypes).map(([code, { status, title }]) => {
    const instance = 'urn:uuid:0198c3a1-0000-7000-8000-000000000000';
    return [code, { value: { type: `${publicUrl}/problems/${code}`, title, status, detail: `${title}.`, instance } }];
  });
  return Object.fromEntries(entries);
}
