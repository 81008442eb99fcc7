import { openApiDocument } from './api/openapi/document.ts';
import { apiRoutes } from './api/routes.ts';
import { clientAddress } from './http/clientAddress.ts';
import { mountHealth } from './http/health.ts';
import { mount } from './http/mount.ts';
import { createPaths } from './http/paths.ts';
import { createPipeline, type Watchers } from './http/pipeline.ts';
import { asProblem, problemResponse } from './http/problem.ts';
import { type Arrival, type Destination, pathOf, RequestContext } from './http/requestContext.ts';
import type { Services } from './http/services.ts';
import { createTurnLimit } from './http/turnLimit.ts';
import type { Awaitable } from './model/awaitable.ts';
import { mountAssets } from './web/assets.ts';
import { mountDocument } from './web/docs.tsx';
import { mountDumps } from './web/dump.ts';
import { mountForms } from './web/forms.ts';
import { mountOai } from './web/oai.ts';
import { mountProblemPages } from './web/problem.tsx';
import { mountReconcile } from './web/reconcile.tsx';
import { mountSite, problemPage, wantsPage } from './web/site.tsx';

export type App = ReturnType<typeof createApp>;

/**
 * Builds the handling of requests: the steps that every request passes, then the API and the site.
 *
 * @param isDraining whether the service is about to stop
 */
export function createApp(services: Services, isDraining: () => boolean, watchers: Watchers = {}) {
  const { config, publicUrl } = services;
  const { prefix, proxies } = config;
  const paths = createPaths();
  const routes = apiRoutes(config.minPasswordLength);
  mount(paths, routes, services);
  mountHealth(paths, services);
  mountAssets(paths);
  mountForms(paths, services);
  mountOai(paths, services);
  mountDumps(paths, services);
  mountReconcile(paths, services);
  mountProblemPages(paths, config);
  const document = () => openApiDocument(routes, { ...config, publicUrl, hasPublicUrl: config.publicUrl !== undefined });
  mountSite(paths, services, document);
  if (config.docs) mountDocument(paths, document);

  const endsConnection = createTurnLimit();

  function refuse(ctx: RequestContext, error: unknown): Awaitable<Response> {
    const problem = asProblem(error);
    if (problem.code === 'internal') ctx.error = error;
    return wantsPage(ctx) ? problemPage(ctx, services, problem) : problemResponse(ctx, problem, publicUrl);
  }

  return {
    /** The patterns of all paths. */
    patterns: paths.patterns(),
    /** @param destination the route of the request; if absent, it is looked up */
    open(request: Request, arrival: Arrival, destination: Destination = paths.find(pathOf(request.url, prefix))): RequestContext {
      const socket = arrival.server?.requestIP(request);
      const address = clientAddress(socket?.address ?? '', request.headers, proxies);
      const client = services.limits.clientOf(address);
      const draining = isDraining();
      const situation = { address, client, draining, closes: draining || endsConnection(socket?.port), prefix };
      return new RequestContext(request, arrival, destination, situation);
    },
    answer: createPipeline(services, { handlerOf: paths.handlerOf, refuse }, watchers),
  };
}
