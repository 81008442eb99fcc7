import { respond } from '../../http/respond.ts';
import { randomDraw } from '../../operations/draw.ts';
import { reads } from '../../operations/reads.ts';
import { artistPath, sitePaths } from '../paths.ts';
import type { Visit } from '../visit.ts';

/** Redirects to a random artist; in an empty catalogue to the front page, which says so. */
export async function randomPage({ ctx, services, prefix, caller }: Visit): Promise<Response> {
  const [drawn] = await services.store.readSlow(reads.readDrawn, { draw: randomDraw(), count: 1 }, caller());
  const location = prefix + (drawn ? artistPath(drawn) : sitePaths.front) + ctx.search;
  return respond(ctx, 302, null, { Location: location, 'Cache-Control': 'no-store' });
}
