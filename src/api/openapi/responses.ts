import { takesKey } from '../../http/idempotencyKey.ts';
import { problemTypes } from '../../http/problemTypes.ts';
import type { Route } from '../../http/route.ts';
import { isKept } from '../../model/idempotencyKey.ts';
import type { ProblemCode } from '../../model/problem.ts';
import { type HeaderName, headerReferences, type Reference } from './headers.ts';
import type { JsonSchema } from './schemas.ts';

export type Response = { description: string; headers?: Record<string, Reference>; content?: Record<string, object> };

/** What any operation may answer in addition to what it names. */
const anyOperation: ProblemCode[] = ['method-not-allowed', 'not-acceptable', 'uri-too-long', 'internal', 'unavailable'];
const anyBody: ProblemCode[] = ['content-too-large', 'unsupported-media-type'];
const anyCredential: ProblemCode[] = ['unauthenticated', 'invalid-token', 'forbidden'];
const anyWrite: ProblemCode[] = ['storage-full'];
const anyLimited: ProblemCode[] = ['too-many-requests'];
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

/** Writes the responses of routes. Refusals that several share stand in the document once, under the names of their codes. */
export function createResponses(choices: Choices) {
  const shared: Record<string, Response> = {};
  const always = choices.limits ? limitHeaders : [];

  function refusal(codes: ProblemCode[], route: Route): Reference {
    const own = headersByRoute(codes, route);
    const name = [...codes, ...own].join('.');
    shared[name] ??= refusalOf(codes, [...own, ...always]);
    return { $ref: `#/components/responses/${name}` };
  }

  /** A 304 has the headers of the answer that it stands for (RFC 9110 §15.4.5). */
  function notModified(names: HeaderName[]): Reference {
    const name = ['not-modified', ...names].join('.');
    shared[name] ??= { description: 'The stored copy is current', ...headersOf([...names, ...always]) };
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    shared,
    of(route: Route, writeSchema: (schema: NonNullable<Route['success']['schema']>) => JsonSchema): Record<string, Response | Reference> {
      const { status, description, schema, headers = [] } = route.success;
      const content = schema && { 'application/json': { schema: writeSchema(schema) } };
      const names: HeaderName[] = [...headers, ...(takesKey(route) ? mark : []), ...always];
      return {
        [status]: { description, ...headersOf(names), ...(content && { content }) },
        ...(route.method === 'get' && { 304: notModified(headers) }),
        ...Object.fromEntries([...refusalsOf(route, choices)].map(([status, codes]) => [status, refusal(codes, route)])),
      };
    },
  };
}

function headersOf(names: HeaderName[]): Pick<Response, 'headers'> {
  return names.length > 0 ? { headers: headerReferences(names) } : {};
}

/** The problems of a route by their status, since several may share one. */
function refusalsOf(route: Route, { limits, requireConditions }: Choices): Map<number, ProblemCode[]> {
  const codes = new Set([
    ...route.problems,
    ...(route.needs || route.mayNeed ? anyCredential : []),
    ...(route.body ? anyBody : []),
    ...(route.method === 'get' ? [] : anyWrite),
    ...(limits ? anyLimited : []),
    ...(requireConditions && changesRecord(route) ? anyConditional : []),
    ...(takesKey(route) ? anyKeyed : []),
    ...anyOperation,
  ]);
  return Map.groupBy([...codes].sort(), (code) => problemTypes[code].status);
}

function changesRecord({ conditions }: Route): boolean {
  return conditions?.includes('If-Match') === true;
}

/** A change of a record that its conditions do not allow tells the tag that the record has; what was kept may be given again. */
function headersByRoute(codes: ProblemCode[], route: Route): HeaderName[] {
  const tellsTag = codes.some((code) => code === 'precondition-failed' || code === 'precondition-required') && changesRecord(route);
  // What any operation may answer is said before a key is looked at.
  const own = codes.some((code) => isKept(code) && (route.problems.includes(code) || anyConditional.includes(code)));
  return [...(tellsTag ? (['ETag'] as const) : []), ...(takesKey(route) && own ? mark : [])];
}

function refusalOf(codes: ProblemCode[], always: HeaderName[]): Response {
  const own = [...new Set(codes.map((code) => ownHeaders[code]))];
  const names = [...(own.length === 1 && own[0] ? own : []), ...always] as HeaderName[];
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${problemTypes[code].title}.`).join(' '),
    ...headersOf(names),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
  };
}

/** An example of every problem. */
export function problemExamples(publicUrl: string): Record<string, { value: object }> {
  const entries = Object.entries(problemTypes).map(([code, { status, title, help }]) => {
    const instance = 'urn:uuid:0198c3a1-0000-7000-8000-000000000000';
    return [code, { value: { type: `${publicUrl}/problems/${code}`, title, status, detail: help, instance } }];
  });
  return Object.fromEntries(entries);
}
