import { type Awaitable, chain, orElse } from '../model/awaitable.ts';
import { bodyRoom } from './bodyRoom.ts';
import type { Handler, RequestContext } from './requestContext.ts';
import { requestLimits } from './requestLimits.ts';
import { type RequestObserver, type RequestWrapper, requestLog } from './requestLog.ts';
import type { Services } from './services.ts';

/** Metrics and traces, if they are configured. `onRequest` is called after each request, `around` wraps it. */
export type Watchers = { onRequest?: RequestObserver | undefined; around?: RequestWrapper | undefined };

type Routing = { handlerOf(ctx: RequestContext): Handler; refuse(ctx: RequestContext, error: unknown): Awaitable<Response> };

/**
 * The steps of every request, in order, to its handler and back. Only promises are awaited, so a read without promises is answered
 * synchronously.
 */
export function createPipeline(services: Services, { handlerOf, refuse }: Routing, { onRequest, around }: Watchers): Handler {
  const takeRoom = bodyRoom(services.config.threads);
  const checkLimits = requestLimits(services);
  const log = requestLog(services.log);

  function handle(ctx: RequestContext): Awaitable<Response> {
    takeRoom(ctx);
    return chain(checkLimits(ctx), () => handlerOf(ctx)(ctx));
  }

  function observed(ctx: RequestContext): Awaitable<Response> {
    const start = performance.now();
    const answer = orElse(
      () => handle(ctx),
      (error) => refuse(ctx, error),
    );
    return chain(answer, (response) => {
      const ms = performance.now() - start;
      try {
        onRequest?.(ctx, response.status, ms);
      } catch (err) {
        services.log.events.error({ err }, 'a request was not counted');
      }
      log(ctx, response.status, ms);
      return response;
    });
  }

  return around ? (ctx) => around(ctx, () => observed(ctx)) : observed;
}
