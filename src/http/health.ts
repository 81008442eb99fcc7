import type { Paths } from './paths.ts';
import type { RequestContext } from './requestContext.ts';
import { respond } from './respond.ts';
import type { Services } from './services.ts';

/** How long an answer of the store is reused, so that frequent probes cost nothing. */
const cachedMs = 1000;

/**
 * `/livez`: the process answers. `/readyz`: a proxy may send requests; 503 while the store cannot be reached or the service is draining.
 */
export function mountHealth(paths: Paths, { store }: Services): void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let ready = Promise.resolve(false);

  paths.get('/livez', (ctx) => answer(ctx, 200, 'alive'));
  paths.get('/readyz', async (ctx) => {
    if (ctx.draining) return answer(ctx, 503, 'draining');
    if (performance.now() - checkedAt > cachedMs) {
      checkedAt = performance.now();
      ready = store.ready().catch(() => false);
    }
    return (await ready) ? answer(ctx, 200, 'ready') : answer(ctx, 503, 'the store is out of reach');
  });
}

/** Answers while the service starts and waits for its database. @param prefix the path of the public URL */
export function answerAtStart({ url }: Request, prefix: string): Response {
  const { pathname } = new URL(url);
  const alive = pathname === '/livez' || pathname === `${prefix}/livez`;
  const status = alive ? 200 : 503;
  return new Response(JSON.stringify({ status: alive ? 'alive' : 'starting' }), { status, headers: headersOf(status) });
}

function answer(ctx: RequestContext, status: 200 | 503, state: string): Response {
  return respond(ctx, status, JSON.stringify({ status: state }), headersOf(status));
}

function headersOf(status: 200 | 503): Record<string, string> {
  return { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...(status === 503 && { 'Retry-After': '1' }) };
}
