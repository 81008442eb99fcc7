/** @jsxImportSource hono/jsx */
import type { Context, Hono } from 'hono';
import { prefersHtml } from '../http/accept.ts';
import { refusalFields } from '../http/problem.ts';
import type { AppEnv } from '../http/requestLog.ts';
import { respond } from '../http/respond.ts';
import type { Services } from '../http/services.ts';
import type { Problem } from '../model/problem.ts';
import { previewFile } from './decade.ts';
import { html, picturesAllowed } from './html.ts';
import { Layout } from './layout.tsx';
import { oneLine } from './markdown.ts';
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
import { keepLanguage, type Page, type Shown, type Visit, visitOf } from './visit.ts';

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
  atom,
  sitemap,
  robots,
};

export function mountSite(app: Hono<AppEnv>, services: Services): void {
  for (const [name, path] of Object.entries(sitePaths)) app.get(path, (c) => answer(visitOf(c, services), pages[name as SitePage]));
}

async function answer(visit: Visit, page: Page): Promise<Response> {
  const { c, services, prefix } = visit;
  const made = await page(visit);
  if (made instanceof Response) return made;
  // A name may come back, so the old address must not be taken for moved for ever.
  if ('location' in made) return respond(c, 301, null, { Location: prefix + made.location, 'Cache-Control': 'no-cache' });
  const text = frame(visit, made);
  services.limits.countAnswer(c.get('client'), text);
  return html(c, text, made.status, { ...keepLanguage(visit), ...headersOf(visit, made) });
}

/** A refusal as a page, for who asked with a browser. */
export function problemPage(c: Context<AppEnv>, services: Services, problem: Problem): Response {
  const visit = visitOf(c, services);
  const shown = errorPage(visit, problem);
  return html(c, frame(visit, shown), shown.status, { ...headersOf(visit, shown), ...refusalFields(c, problem) });
}

/** Whether a refusal is for somebody who looks at pages. */
export function wantsPage(c: Context<AppEnv>): boolean {
  return !/^\/(?:api\/|api$|openapi\.json|livez|readyz)/.test(c.req.path) && prefersHtml(c.req.raw.headers);
}

function headersOf({ pictures }: Visit, { hasPictures }: Shown): Record<string, string> {
  return { Vary: 'Accept, Accept-Language, Cookie', ...(pictures && hasPictures && picturesAllowed) };
}

function frame(visit: Visit, { title, path, body, description, head, preview, hidden, ownSearch }: Shown): string {
  const { services, language, prefix } = visit;
  const { publicUrl } = services;
  const url = publicUrl + path;
  return String(
    <Layout
      title={oneLine(title)}
      site={services.config}
      language={language}
      otherLanguage={withLanguage(prefix + path, language === 'es' ? 'en' : 'es')}
      ownSearch={ownSearch}
      head={
        <>
          <link rel="stylesheet" href={`${prefix}/assets/catalogue.css`} />
          <link rel="alternate" type="application/atom+xml" href={`${prefix}/changes.atom`} title="Rockola" />
          {hidden ? (
            <meta name="robots" content="noindex" />
          ) : (
            <Preview {...{ title, description, url, preview, language }} assets={`${publicUrl}/assets`} />
          )}
          {head}
        </>
      }
    >
      {body}
    </Layout>,
  );
}

type PreviewProps = {
  title: string;
  description: string | undefined;
  url: string;
  preview: Shown['preview'];
  assets: string;
  language: string;
};

/** What search machines and links to the page show of it (Open Graph). */
function Preview({ title, description, url, preview, assets, language }: PreviewProps) {
  const picture = preview?.picture || `${assets}/${previewFile(preview?.year)}`;
  return (
    <>
      <link rel="canonical" href={url} />
      {description && <meta name="description" content={description} />}
      <meta property="og:site_name" content="Rockola" />
      <meta property="og:title" content={oneLine(title)} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={language === 'es' ? 'es_AR' : 'en_GB'} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:image" content={picture} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

function withLanguage(path: string, language: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}
