import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/requestLog.ts';
import { respondStatic } from '../http/respond.ts';

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
};

/** The styles, scripts and pictures of the pages. Browsers keep them and ask each time whether they are still current. */
export function mountAssets(app: Hono<AppEnv>): void {
  for (const [name, type] of Object.entries(files)) {
    const text = readFileSync(new URL(`public/${name}`, import.meta.url), 'utf8');
    const headers = { 'Content-Type': types[type] };
    app.get(`/assets/${name}`, (c) => respondStatic(c, text, headers));
  }
}
