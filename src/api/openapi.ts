import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { mediaTypes } from '../http/mount.ts';
import type { Route, SuccessHeader } from '../http/route.ts';
import { rights } from '../model/actor.ts';
import { type ProblemCode, problems } from '../model/problem.ts';
import { version } from '../version.ts';

const problem = z
  .strictObject({
    type: z
      .string()
      .openapi({ format: 'uri', description: 'Opens a page that explains it', example: 'http://localhost:3000/problems/not-found' }),
    title: z.string().openapi({ example: 'There is no such resource' }),
    status: z.int().openapi({ example: 404 }),
    detail: z.string().openapi({ example: 'There is no artist 7.' }),
    instance: z
      .string()
      .openapi({ format: 'uri', description: 'Carries the request id', example: 'urn:uuid:0198c3a1-0000-7000-8000-000000000000' }),
    errors: z
      .array(
        z.strictObject({
          pointer: z.string().openapi({ description: 'JSON Pointer (RFC 6901)', example: '/name' }),
          detail: z.string().openapi({ example: 'is required' }),
        }),
      )
      .optional(),
  })
  .openapi('Problem');

const headerTexts: Record<SuccessHeader, string> = {
  ETag: 'Version of the record, for If-Match and If-None-Match',
  'Last-Modified': 'When this version was made',
  Location: 'Where the new record is',
  Link: 'The next and previous page (RFC 8288)',
};

const retryAfter = { 'Retry-After': 'In how many seconds to try again' };

const limitHeaderTexts = {
  'RateLimit-Policy': 'The limits that count: quota `q` in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers)',
  RateLimit: 'What is left of them: `r` now, and more in `t` seconds',
};

/** What any operation may answer besides what it names. */
const anyOperation: ProblemCode[] = ['method-not-allowed', 'not-acceptable', 'uri-too-long', 'internal', 'unavailable'];
const anyBody: ProblemCode[] = ['content-too-large', 'unsupported-media-type'];
const anyCredential: ProblemCode[] = ['unauthenticated', 'invalid-token', 'forbidden'];
const anyChange: ProblemCode[] = ['storage-full'];
const anyLimited: ProblemCode[] = ['too-many-requests'];

/**
 * The OpenAPI 3.1 document of the routes, made from the schemas that validate.
 *
 * @param publicUrl the server's address
 * @param limited whether requests are limited, which every answer then tells
 */
export function openApiDocument(routes: Route[], publicUrl: string, limited: boolean): object {
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearerAuth', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `token` of a login.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKeyHeader', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The `api_key` of a login, or a lasting key that you or the operator made.',
  });
  for (const route of routes) app.openAPIRegistry.registerPath(describe(route, limited));
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Rockola',
      version,
      description:
        'A catalogue of Argentine rock: artists, their albums, and accounts for the people who tend them. Reading needs no credentials. Integers are exact over all of int64. Errors are problem documents (RFC 9457).',
      license: { name: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: [
      { name: 'Artists', description: 'The catalogue' },
      { name: 'Albums', description: 'The records of an artist' },
      { name: 'Users', description: 'Sign-up and login' },
      { name: 'Own account', description: 'What everyone can do with their own account, logins and keys' },
      { name: 'Administration', description: 'The accounts of others' },
    ],
  });
}

function describe(route: Route, limited: boolean): RouteConfig {
  const { operation, method, path, summary, description, tag, needs, body, deprecation } = route;
  return {
    operationId: operation,
    method,
    path,
    summary,
    tags: [tag],
    description: [description, needs && `Takes the role ${rights[needs].role} and the scope ${rights[needs].scope}.`]
      .filter(Boolean)
      .join(' '),
    ...(deprecation && { deprecated: true }),
    ...(needs && { security: [{ bearerAuth: [] }, { apiKeyHeader: [] }] }),
    request: {
      ...(route.params instanceof z.ZodObject && { params: route.params }),
      ...(route.query instanceof z.ZodObject && { query: route.query }),
      ...(route.conditions && { headers: conditionHeaders(route) }),
      ...(body && { body: { required: true, content: Object.fromEntries(mediaTypes(route).map((type) => [type, { schema: body }])) } }),
    },
    responses: responsesOf(route, limited),
  } as RouteConfig;
}

function responsesOf(route: Route, limited: boolean) {
  const all: Record<string, { description: string; headers?: object }> = {
    [route.success.status]: successResponse(route),
    ...notModified(route),
    ...problemResponses(route, limited),
  };
  if (!limited) return all;
  return Object.fromEntries(
    Object.entries(all).map(([status, response]) => [
      status,
      { ...response, headers: { ...response.headers, ...headersOf(limitHeaderTexts), ...(status === '429' && headersOf(retryAfter)) } },
    ]),
  );
}

function conditionHeaders(route: Route) {
  return z.object(Object.fromEntries((route.conditions ?? []).map((name) => [name, z.string().optional()])));
}

function successResponse({ success }: Route) {
  const headers = headersOf(Object.fromEntries((success.headers ?? []).map((name) => [name, headerTexts[name]])));
  return {
    description: success.description,
    headers,
    ...(success.schema && { content: { 'application/json': { schema: success.schema } } }),
  };
}

function headersOf(texts: Record<string, string>) {
  return Object.fromEntries(Object.entries(texts).map(([name, description]) => [name, { description, schema: { type: 'string' } }]));
}

function notModified({ method }: Route): Record<string, { description: string }> {
  return method === 'get' ? { 304: { description: 'The stored copy is current' } } : {};
}

/** Several codes may share a status; then one response names them all. */
function problemResponses(route: Route, limited: boolean) {
  const codes = [
    ...route.problems,
    ...(route.needs ? anyCredential : []),
    ...(route.body ? anyBody : []),
    ...(route.method === 'get' ? [] : anyChange),
    ...(limited ? anyLimited : []),
    ...anyOperation,
  ];
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, shared]) => [
      status,
      {
        description: shared.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
        content: {
          'application/problem+json': {
            schema: problem,
            examples: Object.fromEntries(shared.map((code) => [code, { value: example(code) }])),
          },
        },
      },
    ]),
  );
}

function example(code: ProblemCode) {
  const { status, title, help } = problems[code];
  return {
    type: `http://localhost:3000/problems/${code}`,
    title,
    status,
    detail: help,
    instance: 'urn:uuid:0198c3a1-0000-7000-8000-000000000000',
  };
}
