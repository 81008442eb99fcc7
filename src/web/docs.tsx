/** @jsxImportSource hono/jsx */
import type { Hono } from 'hono';
import { createStaticText } from '../http/compressed.ts';
import type { AppEnv } from '../http/requestLog.ts';
import { expanded } from './docs/document.ts';
import { DocsPage } from './docs/page.tsx';
import { pageHeaders, pageText } from './html.ts';

/** The OpenAPI document, and the page made from it for people. A start does not wait for what few ask for. */
export function mountDocs(app: Hono<AppEnv>, document: () => object, prefix: string): void {
  const page = () => pageText(DocsPage({ document: expanded(document()), prefix }));
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };

  app.get('/docs', createStaticText(page, pageHeaders));
  app.get(
    '/openapi.json',
    createStaticText(() => JSON.stringify(document()), headers),
  );
}
