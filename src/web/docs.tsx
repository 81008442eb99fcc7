/** @jsxImportSource #jsx */

import { createStaticText } from '../http/compressed.ts';
import type { Paths } from '../http/paths.ts';
import type { Child } from '../jsx.ts';
import { readFirstAlbum } from '../operations/albumList.ts';
import { expanded, type OpenApi } from './docs/document.ts';
import { Docs, DocsHead } from './docs/page.tsx';
import { sitePaths } from './paths.ts';
import { docsTexts } from './texts/docs.ts';
import { memberTexts } from './texts/member.ts';
import type { Language } from './texts/site.ts';
import type { Page, Visit } from './visit.ts';

export function mountDocument(paths: Paths, document: () => object): void {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  paths.get(
    '/openapi.json',
    createStaticText(() => JSON.stringify(document()), headers),
  );
}

/** The documentation is made once for each language, at the first request, so that a start does not wait for it. */
export function createDocsPage(document: () => object): Page {
  let read: OpenApi | undefined;
  const made: Partial<Record<Language, Child>> = {};
  return async (visit) => {
    const { ctx, language, prefix } = visit;
    const chosen = ctx.query('lang');
    const canonical = sitePaths.docs + (chosen === 'es' || chosen === 'en' ? `?lang=${chosen}` : '');
    // Answers to other addresses are not cached, and this page is too large to make for each request.
    if (!ctx.request.url.endsWith(canonical)) return { location: canonical };
    read ??= expanded(document());
    made[language] ??= <Docs document={read} prefix={prefix} words={docsTexts[language]} lang={language === 'en' ? undefined : 'en'} />;
    const { copy, copied } = memberTexts[language].keys.calls;
    return {
      title: 'API',
      path: sitePaths.docs,
      head: <DocsHead prefix={prefix} />,
      body: (
        <div
          class="docs"
          data-copy={copy}
          data-copied={copied}
          data-words={JSON.stringify(docsTexts[language].script)}
          data-examples={JSON.stringify(await examplesOf(visit))}
        >
          {made[language]}
        </div>
      ),
    };
  };
}

/** Example ids for the parameters of paths. They are strings, because a script sends them unchanged. */
async function examplesOf({ services: { store } }: Visit): Promise<Record<string, string>> {
  const album = await store.read(readFirstAlbum, null);
  return album ? { artistId: `${album.artist.id}`, albumId: `${album.id}` } : {};
}
