import { Hono, type MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import { openApiDocument } from './api/openapi/document.ts';
import { apiRoutes } from './api/routes.ts';
import { bodyRoom } from './http/bodyRoom.ts';
import { mountHealth } from './http/health.ts';
import { answerRest, mount } from './http/mount.ts';
import { asProblem, problemResponse } from './http/problem.ts';
import { requestLimits } from './http/requestLimits.ts';
import { type AppEnv, type RequestObserver, requestLog } from './http/requestLog.ts';
import { createRouter } from './http/router.ts';
import type { Services } from './http/services.ts';
import { mountAccountPages } from './web/account.tsx';
import { mountAssets } from './web/assets.ts';
import { mountDocs } from './web/docs.tsx';
import { mountForms } from './web/forms.ts';
import { mountProblemPages } from './web/problem.tsx';
import { mountSite, problemPage, wantsPage } from './web/site.tsx';

/** What watches requests, where the operator asked for it: the one is called for each, the other wraps them. */
export type Watchers = { onRequest?: RequestObserver | undefined; around?: MiddlewareHandler<AppEnv> | undefined };

/**
 * Puts the program together: what every request passes, in order, and behind it the doors.
 *
 * @param draining whether the service is about to stop
 */
export function createApp(services: Services, draining: () => boolean, { onRequest, around }: Watchers = {}): Hono<AppEnv> {
  const { config, publicUrl } = services;
  const app = new Hono<AppEnv>({
    router: createRouter(),
    getPath: (request) => withoutPrefix(getPath(withOrigin(request)), config.prefix),
  });

  if (around) app.use(around);
  app.use(requestLog(services.log, draining, config.proxies, onRequest));
  app.use(bodyRoom());
  app.use(requestLimits(services));

  const routes = apiRoutes(config.minPasswordLength);
  mount(app, routes, services);
  mountHealth(app, services);
  mountAssets(app);
  // Before the catalogue, whose paths would match those of forms.
  mountForms(app, services);
  mountSite(app, services);
  mountProblemPages(app, config);
  mountAccountPages(app, services);
  const document = () => openApiDocument(routes, { ...config, publicUrl, named: config.publicUrl !== undefined });
  if (config.docs) mountDocs(app, document, config.prefix);

  app.notFound(answerRest(app));
  app.onError((error, c) => {
    const problem = asProblem(error);
    if (problem.code === 'internal') c.set('error', error);
    return wantsPage(c) ? problemPage(c, services, problem) : problemResponse(c, problem, publicUrl);
  });
  return app;
}

/** A proxy may pass the public URL's path on or take it off; both reach the same routes. */
function withoutPrefix(path: string, prefix: string): string {
  return path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) || '/' : path;
}

/** An HTTP/1.0 request without a Host comes with its bare target, which would be read as if a host stood before it. */
function withOrigin(request: Request): Request {
  return request.url.startsWith('/') ? new Request(`http://localhost${request.url}`) : request;
}
