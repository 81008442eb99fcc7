import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import { createStaticText } from '../http/compressed.ts';
import type { AppEnv } from '../http/requestLog.ts';
import { respond } from '../http/respond.ts';

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The only files there are: a request names one of them or finds nothing. */
const files: Record<string, keyof typeof types> = {
  'site.css': 'css',
  'docs.css': 'css',
  'forms.css': 'css',
  'account.css': 'css',
  'docs.js': 'js',
  'request.js': 'js',
  'reply.js': 'js',
  'icon.svg': 'svg',
  'catalogue.css': 'css',
  'records.svg': 'svg',
};

/** The letters of names, years and headings: the Latin part of a package, which changes only with it. */
const font = { path: '/assets/antonio.woff2', file: '@fontsource/antonio/files/antonio-latin-700-normal.woff2' };

/** The styles, scripts and pictures of the pages. Browsers keep them and ask each time whether they are still current. */
export function mountAssets(app: Hono<AppEnv>): void {
  for (const [name, type] of Object.entries(files)) {
    const text = readFileSync(new URL(`public/${name}`, import.meta.url), 'utf8');
    app.get(`/assets/${name}`, createStaticText(text, { 'Content-Type': types[type] }));
  }
  const letters = new Uint8Array(readFileSync(new URL(import.meta.resolve(font.file))));
  app.get(font.path, (c) => respond(c, 200, letters, { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=2592000' }));
}
