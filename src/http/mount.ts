import { z } from 'zod';
import { authenticate } from '../auth/credential.ts';
import { reserveSlot, type WithHashing, withHashing } from '../auth/password.ts';
import type { Client } from '../limits/client.ts';
import { type Actor, anonymous, type Right, requireRight } from '../model/actor.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { type Context, noContext } from '../model/context.ts';
import { addFieldError, type FieldErrors, noFieldErrors } from '../model/fieldErrors.ts';
import { maxInt64, parseInt64 } from '../model/int64.ts';
import { licenceUrl } from '../model/licence.ts';
import { eventStreamType, linkedDataType, prefers, requireAccepted, requireJsonAccepted } from './accept.ts';
import { brokenOff, type Meter, piecesOfBody, readBody, requireType } from './body.ts';
import { createCachedReplies } from './cachedReplies.ts';
import { isUnchanged, readConditions } from './conditions.ts';
import { readContext } from './context.ts';
import { credentialsOf } from './credential.ts';
import { idempotently, readKey, takesKey } from './idempotencyKey.ts';
import type { Paths } from './paths.ts';
import type { Handler, RequestContext } from './requestContext.ts';
import { respond } from './respond.ts';
import { type Deprecation, type Input, type Reply, type Route, writesCatalogue } from './route.ts';
import type { Services } from './services.ts';
import { callerOf } from './slowRead.ts';
import { bodyPart, idsOf, type Part, queryPart, validate } from './validate.ts';

/** Makes a handler for each operation. It does only the checks that its operation needs. */
export function mount(paths: Paths, routes: Route[], services: Services): void {
  const cached = createCachedReplies(services);
  for (const route of routes) {
    const handler = route.method === 'get' ? reading(route, services, cached) : writing(route, services);
    // The router writes `:name` for OpenAPI's `{name}`.
    paths.on(route.method.toUpperCase(), route.path.replace(/\{(\w+)\}/g, ':$1'), handler);
  }
}

/** The checks of a read in the contract's order: 406, 401, 403, 400; then the operation. Without promises the answer is synchronous. */
function reading(route: Route, services: Services, cached: ReturnType<typeof createCachedReplies>): Handler {
  const { needs, params: paramsSchema = nothing, query: querySchema = nothing, linkedData } = route;
  const { produces = ['application/json', ...(linkedData ? [linkedDataType] : [])] } = route;
  // Most reads have no query, so the empty query is validated once.
  const noQuery = querySchema.safeParse({});
  const readIds = idsOf(paramsSchema);

  function read(ctx: RequestContext, actor: Actor): Awaitable<Response> {
    const { client, headers, request, search } = ctx;
    const queryToRead = search !== '' || !noQuery.success ? queryPart(querySchema, search) : undefined;
    // The fast path: most requests have valid ids and no query.
    const ids = queryToRead ? undefined : readIds(ctx.params);
    const [params, query] = ids ? [ids, noQuery.data] : validate([paramsPart(paramsSchema, ctx), queryToRead]);
    // A GET has no body and writes nothing, so its handler gets no function for that.
    const input = {
      ...{ params, query, headers, actor, client },
      cached: (make: () => Awaitable<Reply>) => cached(ctx, make),
      caller: () => callerOf(client, actor, request),
      checkRight: async () => void (await authoriseRoute(ctx, services, route.mayNeed)),
    } as Input<unknown, unknown, unknown>;
    const reply = route.stream && prefers(eventStreamType, headers) ? route.stream(input, services) : route.handle(input, services);
    return chain(reply, (reply) => {
      services.limits.countAnswer(client, reply.body ?? '');
      return toResponse(ctx, unlessUnchanged(needs ? reply : licensed(reply, services.config.licence), headers), route);
    });
  }

  return (ctx) => {
    if (!(route.stream && prefers(eventStreamType, ctx.headers))) requireAccepted(ctx.headers, produces);
    return needs ? authoriseRoute(ctx, services, needs).then((actor) => read(ctx, actor)) : read(ctx, anonymous);
  };
}

/** Answers 304 if the client's copy is current. */
function unlessUnchanged(reply: Reply, request: Headers): Reply {
  const { status, headers = {}, changedAt } = reply;
  const isKnown = status === 200 && headers.ETag !== undefined && isUnchanged(request, headers.ETag, changedAt);
  return isKnown ? { status: 304, headers } : reply;
}

/** An operation that always hashes takes a slot for hashing before its body is read. */
function writing(route: Route, services: Services): Handler {
  return (ctx) => {
    requireJsonAccepted(ctx.headers);
    if (route.hashes !== 'always') return carryOut(ctx, route, services, () => {});
    requireType(ctx.headers, mediaTypes(route));
    const reserved = reserveSlot(services.passwords, ctx.client.network);
    return chain(reserved, (giveUp) => carryOut(ctx, route, services, giveUp).finally(giveUp));
  };
}

/** The checks of a write in the contract's order after 406: 413 and 415, 401, 403, 400; then the operation. */
async function carryOut(ctx: RequestContext, route: Route, services: Services, giveUp: () => void): Promise<Response> {
  const { client, headers, request } = ctx;
  const { limits } = services;
  if (route.receives) requireType(headers, route.receives, route.csvCharsets);
  const text = route.body ? await readBody(request, mediaTypes(route), { meter: meterOf(client, services) }) : undefined;
  const actor = route.needs ? await authoriseRoute(ctx, services, route.needs) : anonymous;
  const { conditions, errors } = readConditions(headers, services.config.requireConditions);
  const context = contextOf(ctx, route, text, errors);
  if (context.keyed) limits.admitKey(client, actor);
  await requireConnected(request);
  const reply = await idempotently(services, client, actor, context, async (write, writePart) => {
    const [params, query, body] = validate(partsOfWrite(ctx, route, text), errors);
    const caller = () => callerOf(client, actor, request);
    const hashingInput = route.hashes && { withHashing: hashingFor(client, services, giveUp) };
    const checkRight = async () => void (await authoriseRoute(ctx, services, route.mayNeed));
    const file = (maxBytes: number) => piecesOfBody(request, maxBytes);
    const input = { params, query, body, headers, file, conditions, actor, client, caller, checkRight, write, writePart, ...hashingInput };
    return route.handle({ ...input, cached: (make) => make() }, services);
  });
  if (writesCatalogue(route) || context.keyed) limits.countWrite(client, actor, { answer: reply.body ?? '', context });
  limits.countAnswer(client, reply.body ?? '');
  return toResponse(ctx, reply, route);
}

function contextOf({ headers, path, search }: RequestContext, route: Route, text = '', errors: FieldErrors): Context {
  const context = writesCatalogue(route) ? readContext(headers, errors) : noContext;
  return takesKey(route) ? { ...context, keyed: readKey(route, headers, path + search, text, errors) } : context;
}

/** The account of a request, which must have the right. @throws Problem `unauthenticated`, `forbidden` */
async function authoriseRoute(ctx: RequestContext, services: Services, right: Right | undefined): Promise<Actor> {
  const actor = await authenticate(credentialsOf(ctx.headers), services);
  ctx.actor = actor;
  services.limits.admitActor(ctx.client, actor);
  if (right) requireRight(actor, right);
  return actor;
}

export function meterOf(client: Client, { limits }: Services): Meter {
  return { expect: (bytes) => limits.expectBody(client, bytes), count: (bytes) => limits.admitBody(client, bytes) };
}

/** @param giveUp releases the reserved slot, since the hashing takes one itself */
export function hashingFor({ network }: Client, { passwords }: Services, giveUp: () => void): WithHashing {
  return (account, work) => {
    giveUp();
    return withHashing(passwords, { network, account }, work);
  };
}

/**
 * A malformed request may follow on the same connection. The parser then answers 400 after this turn of the event loop, and aborts this
 * request, which must change nothing.
 */
export async function requireConnected({ signal }: Request): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (signal.aborted) throw brokenOff();
}

const nothing = z.strictObject({});

function partsOfWrite(ctx: RequestContext, route: Route, text: string | undefined): (Part | undefined)[] {
  const { search, params } = ctx;
  const parts = [paramsPart(route.params ?? nothing, ctx), queryPart(route.query ?? nothing, search)];
  if (text === undefined || !route.body) return parts;
  const body = bodyPart(route.body, text);
  if (route.idParam) noteOtherId(body, params[route.idParam]);
  return [...parts, body];
}

function paramsPart(schema: z.ZodType, { params }: RequestContext): Part {
  return { schema, value: params, errors: noFieldErrors(), noun: 'parameter' };
}

/** Adds an error if the body has another id than the path. */
function noteOtherId({ value, errors }: { value: unknown; errors: FieldErrors }, path: string | undefined): void {
  const stated = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  const id = path === undefined ? undefined : parseInt64(path);
  if (id === undefined || typeof stated !== 'bigint' || stated <= 0n || stated > maxInt64 || stated === id) return;
  addFieldError(errors, ['id'], 'technical', `must be absent, null, 0, or ${id} as in the path`);
}

export function mediaTypes(route: Route): string[] {
  return route.mergePatch ? ['application/merge-patch+json', 'application/json'] : ['application/json'];
}

/** Clients may store the answer to a GET and revalidate it. Shared caches must not store answers to requests with credentials. */
function toResponse(ctx: RequestContext, reply: Reply, route: Route): Response {
  const { status, body, stream, type = 'application/json; charset=utf-8', headers: replyHeaders } = reply;
  const request = ctx.headers;
  const personal = request.has('authorization') || request.has('x-api-key');
  const headers = {
    ...((body !== undefined || stream) && { 'Content-Type': type }),
    ...((route.linkedData || route.stream) && { Vary: 'Accept' }),
    'Cache-Control': route.method !== 'get' ? 'no-store' : personal ? 'private, no-cache' : 'no-cache',
    ...(route.deprecation && deprecationHeaders(route.deprecation)),
    ...replyHeaders,
  };
  ctx.streams = stream !== undefined;
  return respond(ctx, status, stream ?? body ?? null, headers);
}

/** Adds the link to the licence (RFC 4946). */
function licensed(reply: Reply, licence: string | undefined): Reply {
  if (licence === undefined) return reply;
  const link = `<${licenceUrl(licence)}>; rel="license"`;
  return { ...reply, headers: { ...reply.headers, Link: [reply.headers?.Link, link].filter(Boolean).join(', ') } };
}

/** RFC 9745 §2, RFC 8594 §3 */
function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    Sunset: sunset.toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}
