/** @jsxImportSource hono/jsx */
import type { Hono } from 'hono';
import type { AppEnv } from '../http/requestLog.ts';
import { respond, respondStatic } from '../http/respond.ts';
import { expanded } from './docs/document.ts';
import { DocsPage } from './docs/page.tsx';
import { html } from './html.ts';

/** The OpenAPI document, and the page made from it for people. Both are made once. */
export function mountDocs(app: Hono<AppEnv>, document: object, prefix: string): void {
  const text = JSON.stringify(document);
  const page = String(DocsPage({ document: expanded(document), prefix }));
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };

  app.get('/', (c) => respond(c, 302, null, { Location: `${prefix}/docs` }));
  app.get('/docs', (c) => html(c, page));
  app.get('/openapi.json', (c) => respondStatic(c, text, headers));
}
