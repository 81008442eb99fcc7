/** @jsxImportSource #jsx */

import { prefersHtml } from '../http/accept.ts';
import { type AnswerCache, createAnswerCache } from '../http/answerCache.ts';
import { type CompressedText, compressText, respondPacked } from '../http/compressed.ts';
import { HttpProblem } from '../http/httpProblem.ts';
import type { Paths } from '../http/paths.ts';
import { refusalFields } from '../http/problem.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { respond } from '../http/respond.ts';
import type { Services } from '../http/services.ts';
import { dayOf } from '../model/draw.ts';
import type { Problem } from '../model/problem.ts';
import { kinds } from '../model/record.ts';
import { createDocsPages } from './docs.tsx';
import { frame, headersOf } from './frame.tsx';
import { html, pageHeaders, pageText, privateHtml } from './html.ts';
import { accountChangesPage } from './pages/accountChanges.tsx';
import { albumPage } from './pages/album.tsx';
import { albumsPage } from './pages/allAlbums.tsx';
import { artistPage } from './pages/artist.tsx';
import { artistAtom, atom } from './pages/atom.ts';
import { bandsPage } from './pages/band.tsx';
import { browsePage } from './pages/browse.tsx';
import { changesPage } from './pages/change.tsx';
import { manifest, openSearch } from './pages/descriptions.ts';
import { dumpsPage } from './pages/dump.tsx';
import { errorPage } from './pages/error.tsx';
import { familyPage } from './pages/family.tsx';
import { createFrontPage } from './pages/front.tsx';
import { orGone } from './pages/gone.tsx';
import { historyOf } from './pages/history.tsx';
import { randomPage } from './pages/random.ts';
import { searchPage } from './pages/search.tsx';
import { robots, sitemap } from './pages/sitemap.ts';
import { statisticsPage } from './pages/statistics.tsx';
import { doneIn, withNotice } from './parts/notice.tsx';
import { ofKinds, type SitePage, sitePages, siteTable } from './paths.ts';
import { readRefused } from './receive.tsx';
import { keepLanguage, type Page, type Shown, type Visit, visitAs, visitOf } from './visit.ts';

const pages: Record<Exclude<SitePage, 'front' | 'docs' | 'docsSection'>, Page> = {
  search: searchPage,
  artists: browsePage,
  albums: albumsPage,
  bands: bandsPage,
  random: randomPage,
  statistics: statisticsPage,
  dumps: dumpsPage,
  artist: orGone('artist', artistPage),
  family: familyPage,
  album: orGone('album', albumPage),
  ...ofKinds('historyOf', kinds, historyOf),
  changes: changesPage,
  accountChanges: accountChangesPage,
  atom,
  artistAtom,
  sitemap,
  manifest,
  openSearch,
  robots,
};

/** @param document the OpenAPI document */
export function mountSite(paths: Paths, services: Services, document: () => object): void {
  const cache: Cache = createAnswerCache(services.store, maxCacheBytes, (result) =>
    'body' in result ? result.body.zippedBytes + overhead : undefined,
  );
  const all: Record<SitePage, Page> = { ...pages, front: createFrontPage(), ...createDocsPages(document) };
  for (const name of sitePages) {
    if (name.startsWith('docs') && !services.config.docs) continue;
    const { path, indexed, cached } = siteTable[name];
    const page = indexed ? all[name] : hidden(all[name]);
    paths.get(path, async (ctx) => {
      const visit = await visitOf(ctx, services);
      return cached && isForEverybody(visit) ? answerCached(visit, page, cache) : answer(visit, await page(visit));
    });
  }
}

/** Adds `noindex`. */
function hidden(page: Page): Page {
  return async (visit) => {
    const result = await page(visit);
    return 'title' in result ? { ...result, hidden: true } : result;
  };
}

/** The most bytes that a thread caches. */
const maxCacheBytes = 16 * 2 ** 20;
/** Bytes that a cached page takes in addition to its text. */
const overhead = 1_000;

/** A page that is the same for all visitors, or an answer to one request only. */
type Result = { body: CompressedText; headers: Record<string, string> } | { answer: Awaited<ReturnType<Page>> };
type Cache = AnswerCache<Result>;

/** Whether the page is the same for all visitors of a language. A query may only choose the language. */
function isForEverybody(visit: Visit): boolean {
  return visit.member === undefined && /^[^?]*(?:\?lang=e[sn])?$/.test(visit.ctx.request.url) && doneIn(visit) === undefined;
}

async function answerCached(visit: Visit, page: Page, cache: Cache): Promise<Response> {
  const { ctx, services, language } = visit;
  const result = await cache.take(`${dayOf(Date.now())} ${language} ${ctx.path}`, async () => {
    const shown = await page(visit);
    if (shown instanceof Response || 'location' in shown || shown.status || shown.uncached) return { answer: shown };
    return { body: compressText(pageText(frame(visit, shown)), shown.manual ? 'small' : 'fast'), headers: headersOf(visit, shown) };
  });
  if ('answer' in result) return answer(visit, result.answer);
  const { body, headers } = result;
  if (ctx.client) services.limits.countAnswer(ctx.client, body.plainBytes);
  return respondPacked(ctx, 200, body, { ...pageHeaders, ...headers, ...keepLanguage(visit) });
}

function answer(visit: Visit, result: Awaited<ReturnType<Page>>): Response {
  const { ctx, prefix } = visit;
  if (result instanceof Response) return result;
  // A name may be used again, so browsers must not cache the redirect.
  if ('location' in result) return respond(ctx, 301, null, { Location: prefix + result.location, 'Cache-Control': 'no-cache' });
  return sent(visit, result, { ...keepLanguage(visit), ...(result.status && { 'Cache-Control': 'no-store' }) });
}

export async function problemPage(ctx: RequestContext, services: Services, problem: Problem): Promise<Response> {
  // The lookup of the session itself may have failed.
  const visit = await visitOf(ctx, services).catch(() => visitAs(undefined, ctx, services));
  // An `HttpProblem` closes the connection before the body was read, so no form can wait to be sent again.
  const canWait = (problem.code === 'too-many-requests' || problem.code === 'unavailable') && !(problem instanceof HttpProblem);
  const shown = errorPage(visit, problem, canWait ? await readRefused(ctx, services) : undefined);
  return sent(visit, shown, refusalFields(ctx, problem));
}

function sent(visit: Visit, shown: Shown, extra: Record<string, string>): Response {
  const { ctx, services, member } = visit;
  const text = frame(visit, shown);
  const headers = { ...headersOf(visit, shown), ...extra };
  if (ctx.client) services.limits.countAnswer(ctx.client, text);
  const page = member ? privateHtml(ctx, shown.status ?? 200, text, headers) : html(ctx, text, shown.status, headers);
  return withNotice(visit, page);
}

/** Whether a refusal is answered with a page instead of a problem document. */
export function wantsPage(ctx: RequestContext): boolean {
  return !/^\/(?:api\/|api$|openapi\.json|livez|readyz|reconcile)/.test(ctx.path) && prefersHtml(ctx.headers);
}
