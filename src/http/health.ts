import type { Hono } from 'hono';
import type { AppEnv } from './requestLog.ts';
import type { Services } from './services.ts';

/** How long one look at the store answers for all who ask, in ms, so that asking often costs nothing. */
const lookLasts = 1000;

/**
 * `/livez`: the process answers. `/readyz`: it would serve requests, so a proxy may send some; false while the store is
 * out of reach or the service is draining.
 */
export function mountHealth(app: Hono<AppEnv>, { store }: Services, draining: () => boolean): void {
  let lastLook = Number.NEGATIVE_INFINITY;
  let ready = Promise.resolve(false);

  app.get('/livez', () => answer(200, 'alive'));
  app.get('/readyz', async () => {
    if (draining()) return answer(503, 'draining');
    if (performance.now() - lastLook > lookLasts) {
      lastLook = performance.now();
      ready = store.ready().catch(() => false);
    }
    return (await ready) ? answer(200, 'ready') : answer(503, 'the store is out of reach');
  });
}

function answer(status: number, state: string): Response {
  return Response.json(
    { status: state },
    { status, headers: { 'Cache-Control': 'no-store', ...(status === 503 && { 'Retry-After': '1' }) } },
  );
}
