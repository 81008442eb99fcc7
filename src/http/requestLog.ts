import type { Server } from 'bun';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Client } from '../limits/client.ts';
import type { Actor } from '../model/actor.ts';
import type { AddressRange } from '../model/network.ts';
import type { ProblemCode } from '../model/problem.ts';
import type { Log } from '../process/log.ts';
import { clientAddress } from './clientAddress.ts';

/** What travels with a request through both doors. */
export type AppEnv = {
  /**
   * `respelled`: the target was not sent as the path of the request is spelled. `delay`: the answer is to be held back for so
   * many ms. `afterwards`: to be done once it has left.
   */
  Bindings: { server?: Server<undefined>; respelled?: boolean; delay?: number; afterwards?: () => void };
  /** `route` is the pattern of the path where no handler has the method. */
  Variables: {
    requestId: string;
    draining: boolean;
    address: string;
    client: Client;
    route?: string;
    actor?: Actor;
    problem?: ProblemCode;
    error?: unknown;
  };
};

/** Called for every answered request: the route's pattern, undefined where nothing is at the path, and how many ms it took. */
export type RequestObserver = (c: Context<AppEnv>, route: string | undefined, ms: number) => void;

/**
 * Gives every request an id (UUIDv7), which the answer tells in `X-Request-Id`, and writes one line about it. The line names the
 * path as far as a route knows it, never the query, a header or a body: those are where secrets travel.
 */
export function requestLog(
  log: Log,
  draining: () => boolean,
  proxies: AddressRange[],
  observe?: RequestObserver,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now();
    const id = Bun.randomUUIDv7();
    c.set('requestId', id);
    c.set('draining', draining());
    c.set('address', clientAddress(c.env.server?.requestIP(c.req.raw)?.address ?? '', c.req.raw.headers, proxies));
    await next();
    const ms = performance.now() - start;
    const route = routeOf(c);
    observe?.(c, route, ms);
    const err = c.get('error');
    if (err) log.events.error({ id, err }, 'request failed');
    log.request({
      id,
      method: c.req.method,
      path: route && loggablePath(c, route),
      status: c.res.status,
      ms,
      ip: c.get('address'),
      account: c.get('actor')?.accountId,
      probe: c.res.status < 400 && (route === '/livez' || route === '/readyz'),
    });
  };
}

/** The pattern of the route that has the path; nothing where none has it. */
export function routeOf(c: Context<AppEnv>): string | undefined {
  // What stands before a path with a parameter in its place has the request. The others are middleware.
  return c.get('route') ?? matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path;
}

/**
 * The path where its parameters are plain numbers, else the route's pattern: what else stands there may be a secret. A request
 * that was refused before its route has no parameters yet, so nobody knows what stands there.
 */
export function loggablePath(c: Context<AppEnv>, route: string): string {
  if (!route.includes(':')) return route;
  const values = Object.values(c.req.param());
  return values.length > 0 && values.every((value) => /^-?\d{1,19}$/.test(value)) ? c.req.path : route;
}
