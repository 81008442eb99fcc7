/** @jsxImportSource #jsx */

import { createStaticText } from '../http/compressed.ts';
import type { Paths } from '../http/paths.ts';
import type { Child } from '../jsx.ts';
import { notFound } from '../model/problem.ts';
import { readFirstAlbum } from '../operations/album.ts';
import { expanded, type OpenApi, sectionPath, segmentOf } from './docs/document.ts';
import { DocsHead, Overview, Section } from './docs/page.tsx';
import { sitePaths } from './paths.ts';
import { docsTexts } from './texts/docs.ts';
import { memberTexts } from './texts/member.ts';
import type { Page, Visit } from './visit.ts';

export function mountDocument(paths: Paths, document: () => object): void {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  paths.get(
    '/openapi.json',
    createStaticText(() => JSON.stringify(document()), headers),
  );
}

/** Each page is rendered once for each language, at its first request, so that a start does not wait for it. */
export function createDocsPages(document: () => object): Record<'docs' | 'docsSection', Page> {
  let openApi: OpenApi | undefined;
  const bodies = new Map<string, Child>();
  const page: Page = async (visit) => {
    const { ctx, language, prefix } = visit;
    const { section } = ctx.params;
    openApi ??= expanded(document());
    const tag = openApi.tags.find(({ name }) => segmentOf(name) === section);
    if (section !== undefined && !tag) throw notFound('such section');
    const path = tag ? sectionPath(tag.name) : sitePaths.docs;
    const lang = ctx.query('lang');
    const canonical = path + (lang === 'es' || lang === 'en' ? `?lang=${lang}` : '');
    // Answers to other addresses are not cached, and these pages are too large to make for each request.
    if (!ctx.request.url.endsWith(canonical)) return { location: canonical };
    const key = `${language} ${path}`;
    const docs = { document: openApi, prefix, words: docsTexts[language], lang: language === 'en' ? undefined : 'en' };
    if (!bodies.has(key)) bodies.set(key, tag ? <Section docs={docs} tag={tag} /> : <Overview docs={docs} />);
    const { copy, copied } = memberTexts[language].keys.calls;
    return {
      title: tag ? `${tag.name} · API` : 'API',
      path,
      manual: true,
      head: <DocsHead prefix={prefix} />,
      body: (
        <div
          class="docs"
          data-copy={copy}
          data-copied={copied}
          data-words={JSON.stringify(docsTexts[language].script)}
          data-examples={JSON.stringify(await examplesOf(visit))}
        >
          {bodies.get(key)}
        </div>
      ),
    };
  };
  return { docs: page, docsSection: page };
}

/** Example ids for the parameters of paths. They are strings, because a script sends them unchanged. */
async function examplesOf({ services: { store } }: Visit): Promise<Record<string, string>> {
  const album = await store.read(readFirstAlbum, null);
  return album ? { artistId: `${album.artist.id}`, albumId: `${album.id}` } : {};
}
