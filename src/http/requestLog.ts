import type { Awaitable } from '../model/awaitable.ts';
import type { Log } from '../process/log.ts';
import type { RequestContext } from './requestContext.ts';

/** Called for every answered request. */
export type RequestObserver = (ctx: RequestContext, status: number, ms: number) => void;

export type RequestWrapper = (ctx: RequestContext, answer: () => Awaitable<Response>) => Awaitable<Response>;

/**
 * Logs one line for each request, never with the query, a header or a body, which may hold secrets.
 */
export function requestLog(log: Log): RequestObserver {
  return (ctx, status, ms) => {
    const { id, error, pattern, actor } = ctx;
    if (error) log.events.error({ id, err: error }, 'request failed');
    log.request({
      id,
      method: ctx.method,
      path: loggablePath(ctx),
      status,
      ms,
      ip: ctx.address,
      account: actor?.accountId,
      probe: status < 400 && (pattern === '/livez' || pattern === '/readyz'),
    });
  };
}

/** The path if its parameters are all numbers, else the pattern, since other parameters may be secrets. Undefined if no pattern matches. */
export function loggablePath(ctx: RequestContext): string | undefined {
  const { pattern, params } = ctx;
  if (!pattern?.includes(':')) return pattern;
  for (const name in params) if (!/^-?\d{1,19}$/.test(params[name] ?? '')) return pattern;
  return ctx.path;
}
