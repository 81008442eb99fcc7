/** @jsxImportSource hono/jsx */
import type { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { AppEnv } from '../http/requestLog.ts';
import type { OpenApi } from './docs/document.ts';
import { DocsPage } from './docs/page.tsx';
import { html } from './html.ts';

/** The OpenAPI document, and the page made from it for people. Both are made once. */
export function mountDocs(app: Hono<AppEnv>, document: object, prefix: string): void {
  const text = JSON.stringify(document);
  const page = String(DocsPage({ document: document as OpenApi, prefix }));
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' };

  app.get('/', (c) => c.redirect(`${prefix}/docs`));
  app.get('/docs', etag(), (c) => html(c, page));
  app.get('/openapi.json', etag(), (c) => c.body(text, 200, headers));
}
