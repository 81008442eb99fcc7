import type { Context, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { z } from 'zod';
import { authenticate } from '../auth/credential.ts';
import type { WithHashing } from '../auth/password.ts';
import type { Client } from '../limits/client.ts';
import { type Actor, anonymous, demand, type Right } from '../model/actor.ts';
import { noContext } from '../model/context.ts';
import { addFieldError, type FieldErrors, noFieldErrors } from '../model/fieldErrors.ts';
import { maxInt64, parseInt64 } from '../model/int64.ts';
import { toJson } from '../model/json.ts';
import { Problem, plainProblem } from '../model/problem.ts';
import { demandJsonAccepted } from './accept.ts';
import { brokenOff, demandType, type Meter, readBody } from './body.ts';
import { readConditions } from './conditions.ts';
import { readContext } from './context.ts';
import { credentialsOf } from './credential.ts';
import { HttpProblem } from './httpProblem.ts';
import { createIdempotency, readKey, takesKey, type Work } from './idempotencyKey.ts';
import { createLongAnswers } from './longAnswer.ts';
import type { AppEnv } from './requestLog.ts';
import { respond } from './respond.ts';
import { type Deprecation, type Input, type Reply, type Route, writesCatalogue } from './route.ts';
import type { Services } from './services.ts';
import { callerOf } from './slowRead.ts';
import { demandPlainTarget } from './target.ts';
import { bodyPart, type Part, queryPart, validate } from './validate.ts';

export function mount(app: Hono<AppEnv>, routes: Route[], services: Services): void {
  const own = { idempotently: createIdempotency(services.store), stream: createLongAnswers() };
  for (const route of routes) app.on(route.method.toUpperCase(), honoPath(route.path), (c) => answer(c, route, services, own));
}

/**
 * What is left when no handler has a request: a path that has other methods answers OPTIONS and refuses the rest with its exact
 * `Allow` (RFC 9110 §15.5.6); others are not found.
 *
 * @param app with all that is mounted; of its handlers those of all methods are middleware
 */
export function answerRest(app: Hono<AppEnv>): (c: Context<AppEnv>) => Response {
  const known = new TrieRouter<{ path: string; allow: string }>();
  const handlers = app.routes.filter(({ method }) => method !== 'ALL');
  for (const [path, those] of Map.groupBy(handlers, (handler) => handler.path))
    known.add('ALL', path, { path, allow: allowedMethods(those.map(({ method }) => method)) });
  return (c) => {
    const [found] = known.match('ALL', c.req.path)[0];
    if (!found) throw new Problem('not-found', 'There is nothing at this path.');
    c.set('route', found[0].path);
    demandPlainTarget(c);
    return refuseMethod(c, found[0].allow);
  };
}

/** Where an operation always hashes, a place for that comes before all that costs something. */
async function answer(c: Context<AppEnv>, route: Route, services: Services, own: Own): Promise<Response> {
  const { headers } = c.req.raw;
  demandJsonAccepted(headers);
  if (route.hashes !== 'always') return carryOut(c, route, services, own, () => {});
  demandType(headers, mediaTypes(route));
  const giveUp = services.passwords.reserve(c.get('client').network);
  try {
    return await carryOut(c, route, services, own, giveUp);
  } finally {
    giveUp();
  }
}

/** The checks in the contract's order: 406, 413 and 415, 401, 403, 400; then the operation. */
async function carryOut(
  c: Context<AppEnv>,
  route: Route,
  services: Services,
  { idempotently, stream }: Own,
  giveUp: () => void,
): Promise<Response> {
  const { headers } = c.req.raw;
  const client = c.get('client');
  const text = route.body ? await readBody(c.req.raw, mediaTypes(route), { meter: meterOf(client, services) }) : undefined;
  const actor = route.needs ? await judge(c, services, route.needs) : anonymous;
  const { conditions, errors } = route.method === 'get' ? noConditions : readConditions(headers, services.config.requireConditions);
  const context = writesCatalogue(route) ? readContext(headers, errors) : noContext;
  const keyed = takesKey(route) ? readKey(route, headers, c.req.path + searchOf(c), text ?? '', errors) : null;
  if (keyed) services.limits.admitKey(client, actor);
  if (route.method !== 'get') await demandConnected(c.req.raw);
  const handle: Work = async (write, writePart) => {
    const [params, query, body] = validate(partsOf(c, route, text), errors);
    const caller = () => callerOf(client, actor, c.req.raw);
    const withHashing = route.hashes && { withHashing: hashingFor(client, services, giveUp) };
    const demand = async () => void (await judge(c, services, route.mayNeed));
    return route.handle(
      { params, query, body, headers, conditions, actor, client, caller, demand, write, writePart, ...withHashing },
      services,
    );
  };
  const write: Writing = (operation, input) => services.store.write(operation, actor, input, context);
  const count = (answer = '') => services.limits.countWrite(client, actor, { answer, context: { ...context, keyed } });
  const reply = await (keyed ? idempotently(actor, { ...context, keyed }, handle) : handle(write, write)).catch((error) => {
    if (keyed && error instanceof Problem) count(toJson(plainProblem(error)));
    throw error;
  });
  if (writesCatalogue(route)) count(reply.body);
  services.limits.countAnswer(client, reply.long?.bytes ?? reply.body ?? reply.spared ?? '');
  return toResponse(c, reply, route, stream);
}

/** Who sends a request, once they have shown that they have a right. */
async function judge(c: Context<AppEnv>, services: Services, right: Right | undefined): Promise<Actor> {
  const actor = await authenticate(credentialsOf(c.req.raw.headers), services);
  c.set('actor', actor);
  services.limits.admitActor(c.get('client'), actor);
  if (right) demand(actor, right);
  return actor;
}

export function meterOf(client: Client, { limits }: Services): Meter {
  return { expect: (bytes) => limits.expectBody(client, bytes), count: (bytes) => limits.admitBody(client, bytes) };
}

type Own = { idempotently: ReturnType<typeof createIdempotency>; stream: ReturnType<typeof createLongAnswers> };
type Writing = Input<unknown, unknown, unknown>['write'];

/** @param giveUp the place that was kept, which is free to be held then */
export function hashingFor({ network }: Client, { passwords }: Services, giveUp: () => void): WithHashing {
  return (account, work) => {
    giveUp();
    return passwords.withHashing({ network, account }, work);
  };
}

/** An error right behind a request is answered 400 by the parser, once this turn is over; then the change must not happen either. */
export async function demandConnected({ signal }: Request): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (signal.aborted) throw brokenOff();
}

const nothing = z.strictObject({});
const noConditions = { conditions: {}, errors: noFieldErrors() };

function partsOf(c: Context<AppEnv>, route: Route, text: string | undefined): (Part | undefined)[] {
  const search = searchOf(c);
  const params: Part = { schema: route.params ?? nothing, value: c.req.param(), errors: noFieldErrors(), names: 'parameter' };
  const query = route.query || search ? queryPart(route.query ?? nothing, search) : undefined;
  if (text === undefined || !route.body) return [params, query];
  const body = bodyPart(route.body, text);
  if (route.idParam) noteOtherId(body, c.req.param(route.idParam));
  return [params, query, body];
}

/** The query with its question mark, "" where there is none. */
function searchOf(c: Context<AppEnv>): string {
  const mark = c.req.url.indexOf('?');
  return mark < 0 ? '' : c.req.url.slice(mark);
}

/** @param path the id in the path, which the body may repeat */
function noteOtherId({ value, errors }: { value: unknown; errors: FieldErrors }, path: string | undefined): void {
  const stated = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  const id = path === undefined ? undefined : parseInt64(path);
  if (id === undefined || typeof stated !== 'bigint' || stated <= 0n || stated > maxInt64 || stated === id) return;
  addFieldError(errors, ['id'], `must be absent, null, 0, or ${id} as in the path`);
}

export function mediaTypes(route: Route): string[] {
  return route.mergePatch ? ['application/merge-patch+json', 'application/json'] : ['application/json'];
}

/** GET answers are stored and revalidated; those given to credentials by their owner only, those with secrets never. */
function toResponse(c: Context<AppEnv>, reply: Reply, route: Route, stream: Own['stream']): Response {
  const { status, body, long, headers: own } = reply;
  const request = c.req.raw.headers;
  const personal = request.has('authorization') || request.has('x-api-key');
  const headers = {
    ...((body !== undefined || long) && { 'Content-Type': 'application/json; charset=utf-8' }),
    'Cache-Control': route.method !== 'get' ? 'no-store' : personal ? 'private, no-cache' : 'no-cache',
    ...(route.deprecation && deprecationHeaders(route.deprecation)),
    ...own,
  };
  // Nobody would read a stream that answers HEAD.
  const sent = long && c.req.method !== 'HEAD' ? stream(long, c.get('client').network) : null;
  return respond(c, status, body ?? sent, headers);
}

/** RFC 9745 §2, RFC 8594 §3 */
function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    Sunset: sunset.toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}

function allowedMethods(own: string[]): string {
  return [...(own.includes('GET') ? ['GET', 'HEAD'] : []), ...own.filter((method) => method !== 'GET'), 'OPTIONS'].join(', ');
}

const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY'];

function refuseMethod(c: Context<AppEnv>, allow: string): Response {
  if (c.req.method === 'OPTIONS') return respond(c, 204, null, { Allow: allow, 'Access-Control-Allow-Methods': allow });
  if (!knownMethods.includes(c.req.method)) throw new Problem('not-implemented', `The service does not know ${c.req.method}.`);
  throw new HttpProblem('method-not-allowed', `This resource has ${allow}.`, { Allow: allow });
}

function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
