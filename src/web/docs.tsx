/** @jsxImportSource #jsx */

import { createStaticText } from '../http/compressed.ts';
import type { Paths } from '../http/paths.ts';
import { expanded } from './docs/document.ts';
import { DocsPage } from './docs/page.tsx';
import { pageHeaders, pageText } from './html.ts';

/** Both are made at the first request, so that a start does not wait for them. */
export function mountDocs(paths: Paths, document: () => object, prefix: string): void {
  const page = () => pageText(DocsPage({ document: expanded(document()), prefix }));
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };

  paths.get('/docs', createStaticText(page, pageHeaders));
  paths.get(
    '/openapi.json',
    createStaticText(() => JSON.stringify(document()), headers),
  );
}
