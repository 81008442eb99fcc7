/** @jsxImportSource hono/jsx */
import type { Context, Hono } from 'hono';
import { prefersHtml } from '../http/accept.ts';
import { refusalFields } from '../http/problem.ts';
import type { AppEnv } from '../http/requestLog.ts';
import { respond } from '../http/respond.ts';
import type { Services } from '../http/services.ts';
import type { Problem } from '../model/problem.ts';
import { frame, headersOf } from './frame.tsx';
import { html, privateHtml } from './html.ts';
import { accountChangesPage } from './pages/accountChanges.tsx';
import { albumPage } from './pages/album.tsx';
import { artistPage } from './pages/artist.tsx';
import { atom } from './pages/atom.ts';
import { bandsPage } from './pages/band.tsx';
import { browsePage } from './pages/browse.tsx';
import { changesPage } from './pages/change.tsx';
import { errorPage } from './pages/error.tsx';
import { frontPage } from './pages/front.tsx';
import { albumHistoryPage, artistHistoryPage } from './pages/history.tsx';
import { searchPage } from './pages/search.tsx';
import { robots, sitemap } from './pages/sitemap.ts';
import { type SitePage, sitePaths } from './paths.ts';
import { keepLanguage, type Page, type Shown, type Visit, visitAs, visitOf } from './visit.ts';

/** The pages of the catalogue, and the files that machines read of it. */
const pages: Record<SitePage, Page> = {
  front: frontPage,
  search: searchPage,
  artists: browsePage,
  bands: bandsPage,
  artist: artistPage,
  artistHistory: artistHistoryPage,
  album: albumPage,
  albumHistory: albumHistoryPage,
  changes: changesPage,
  accountChanges: accountChangesPage,
  atom,
  sitemap,
  robots,
};

export function mountSite(app: Hono<AppEnv>, services: Services): void {
  for (const [name, path] of Object.entries(sitePaths))
    app.get(path, async (c) => answer(await visitOf(c, services), pages[name as SitePage]));
}

async function answer(visit: Visit, page: Page): Promise<Response> {
  const { c, prefix } = visit;
  const made = await page(visit);
  if (made instanceof Response) return made;
  // A name may come back, so the old address must not be taken for moved for ever.
  if ('location' in made) return respond(c, 301, null, { Location: prefix + made.location, 'Cache-Control': 'no-cache' });
  return sent(visit, made, keepLanguage(visit));
}

/** A refusal as a page, for who asked with a browser. */
export async function problemPage(c: Context<AppEnv>, services: Services, problem: Problem): Promise<Response> {
  // What went wrong may be what finds out who is signed in.
  const visit = await visitOf(c, services).catch(() => visitAs(undefined, c, services));
  const shown = errorPage(visit, problem);
  return sent(visit, shown, refusalFields(c, problem));
}

function sent(visit: Visit, shown: Shown, own: Record<string, string>): Response {
  const { c, services, member } = visit;
  const text = frame(visit, shown);
  const headers = { ...headersOf(visit, shown), ...own };
  if (c.get('client')) services.limits.countAnswer(c.get('client'), text);
  return member ? privateHtml(c, shown.status ?? 200, text, headers) : html(c, text, shown.status, headers);
}

/** Whether a refusal is for somebody who looks at pages. */
export function wantsPage(c: Context<AppEnv>): boolean {
  return !/^\/(?:api\/|api$|openapi\.json|livez|readyz)/.test(c.req.path) && prefersHtml(c.req.raw.headers);
}
