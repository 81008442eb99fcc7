import type { Server } from 'bun';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { Actor } from '../model/actor.ts';
import type { AddressRange } from '../model/network.ts';
import { clientAddress } from './clientAddress.ts';
import type { Client } from './limits.ts';

/** What travels with a request through both doors. */
export type AppEnv = {
  Bindings: { server?: Server<undefined> };
  Variables: { requestId: string; draining: boolean; address: string; client: Client; actor?: Actor; error?: unknown };
};

/**
 * Gives every request an id (UUIDv7), which the answer tells in `X-Request-Id`, and writes one line about it. The line names the
 * path as far as a route knows it, never the query, a header or a body: those are where secrets travel.
 */
export function requestLog(log: Logger, draining: () => boolean, proxies: AddressRange[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now();
    const id = Bun.randomUUIDv7();
    c.set('requestId', id);
    c.set('draining', draining());
    c.set('address', clientAddress(c.env.server?.requestIP(c.req.raw)?.address ?? '', c.req.raw.headers, proxies));
    await next();
    const line = {
      id,
      method: c.req.method,
      path: loggablePath(c),
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 100) / 100,
      ip: c.get('address'),
      user: c.get('actor')?.userId?.toString(),
      err: c.get('error'),
    };
    if (line.err) log.error(line, 'request failed');
    else log.info(line, 'request');
  };
}

/** The path where its parameters are plain numbers, else the route's pattern; nothing where no route has it. */
function loggablePath(c: Context<AppEnv>): string | undefined {
  const pattern = routePath(c, -1);
  if (pattern.endsWith('*')) return undefined;
  return Object.values(c.req.param()).every((value) => /^-?\d{1,19}$/.test(value)) ? c.req.path : pattern;
}
