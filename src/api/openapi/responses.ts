import { isDeepStrictEqual } from 'node:util';
import { eventStreamType, linkedDataType } from '../../http/accept.ts';
import { takesKey } from '../../http/idempotencyKey.ts';
import { problemTypes } from '../../http/problemTypes.ts';
import type { Route } from '../../http/route.ts';
import type { ProblemCode } from '../../model/problem.ts';
import type { HeaderName, Reference } from './headers.ts';
import type { JsonSchema } from './schemas.ts';

export type Response = { description: string; headers?: Record<string, Reference>; content?: Record<string, object> };

/** Problems that any operation may answer in addition to its own. They are documented together, as the `default` response. */
const anyOperation: ProblemCode[] = ['method-not-allowed', 'not-acceptable', 'uri-too-long', 'internal', 'unavailable'];
const anyBody: ProblemCode[] = ['content-too-large', 'unsupported-media-type'];
const anyWrite: ProblemCode[] = ['storage-full'];
const anyLimited: ProblemCode[] = ['too-many-requests'];
/** Problems that are documented under their own status, since programs act on them. */
const anyCredential: ProblemCode[] = ['unauthenticated', 'invalid-token', 'forbidden'];
const anyConditional: ProblemCode[] = ['precondition-required'];
const anyKeyed: ProblemCode[] = ['idempotency-key-in-use', 'idempotency-key-reused'];

const replayHeaders: HeaderName[] = ['Idempotent-Replayed'];
const limitHeaders: HeaderName[] = ['RateLimit-Policy', 'RateLimit'];
/** The header that every refusal with this code has. */
const ownHeaders: Partial<Record<ProblemCode, HeaderName>> = {
  unauthenticated: 'WWW-Authenticate',
  'invalid-token': 'WWW-Authenticate',
  'invalid-login': 'WWW-Authenticate',
  'method-not-allowed': 'Allow',
  'idempotency-key-in-use': 'Retry-After',
  'too-many-requests': 'Retry-After',
  unavailable: 'Retry-After',
};

/**
 * Settings of the operator: whether requests are limited, which adds headers to every answer, and whether changes must state preconditions.
 */
type Choices = { limits: boolean; requireConditions: boolean };

/**
 * Writes the responses of routes. A refusal that several routes share is a component, named by its code. Headers that any answer may have
 * (the limits, and the mark of a replayed answer) are not repeated at each response.
 */
export function createResponses(choices: Choices) {
  const shared: Record<string, Response> = {};

  function refusal(codes: ProblemCode[], route: Route): Reference {
    const tag: HeaderName[] = alwaysHasTag(codes, route) ? ['ETag'] : [];
    // Most operations have these two, so their name is short.
    const name = isDeepStrictEqual(codes, ['invalid-token', 'unauthenticated']) ? ['unauthenticated'] : codes;
    return refer([...name, ...tag], () => refusalOf(codes, [...common(codes), ...tag]));
  }

  /** The `default` response may have any header of its problems. */
  function otherRefusals(route: Route): Reference {
    const codes = generalOf(route, choices);
    const kinds = [...(route.method === 'get' ? [] : ['write']), ...(route.body || route.receives ? ['body'] : [])];
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
      const { status, schema, headers = [], created } = route.success;
      const description = route.success.description + (route.linkedData ? linkedData : '');
      const content = route.produces
        ? Object.fromEntries(route.produces.map((type) => [type, { schema: { type: 'string' } }]))
        : schema && {
            'application/json': { schema: writeSchema(schema) },
            ...(route.stream && events),
          };
      return {
        [status]: { description, ...headersOf([...headers, ...(takesKey(route) ? replayHeaders : [])]), ...(content && { content }) },
        ...(created && { 201: { description: created, ...headersOf(['Location', ...headers]), ...(content && { content }) } }),
        // A 304 has the headers of the 200 that it replaces (RFC 9110 §15.4.5).
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
  const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return names.length > 0 ? { headers: Object.fromEntries(references) } : {};
}

/** Described in text only: a client generated for Go cannot read a response with two JSON types if its type has a charset. */
const linkedData = `. With \`Accept: ${linkedDataType}\` JSON-LD 1.1 in the words of schema.org`;

const events = { [eventStreamType]: { schema: { type: 'string', description: 'Server-sent events without an end' } } };

/** The problems of a route by status: its own, and the general ones that share a status with one of its own. */
function refusalsOf(route: Route, choices: Choices): Map<number, ProblemCode[]> {
  const routeCodes = new Set([
    ...route.problems,
    ...(route.needs || route.mayNeed ? anyCredential : []),
    ...(choices.requireConditions && route.conditions?.includes('If-Unmodified-Since') ? anyConditional : []),
    ...(takesKey(route) ? anyKeyed : []),
  ]);
  const statuses = new Set([...routeCodes].map(statusOf));
  const others = generalOf(route, choices).filter((code) => statuses.has(statusOf(code)));
  return Map.groupBy([...routeCodes.union(new Set(others))].sort(), statusOf);
}

function generalOf(route: Route, { limits }: Choices): ProblemCode[] {
  return [
    ...anyOperation,
    ...(route.body || route.receives ? anyBody : []),
    ...(route.method === 'get' ? [] : anyWrite),
    ...(limits ? anyLimited : []),
  ].sort();
}

function statusOf(code: ProblemCode): number {
  return problemTypes[code].status;
}

/** Whether each of these refusals has the current tag of the record. If the request may create the record, there may be no tag. */
function alwaysHasTag(codes: ProblemCode[], { conditions = [], success }: Route): boolean {
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
