import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import letters from '@fontsource/antonio/files/antonio-latin-700-normal.woff2' with { type: 'file' };
import type { Hono } from 'hono';
import { createStaticText } from '../http/compressed.ts';
import type { AppEnv } from '../http/requestLog.ts';
import { respond } from '../http/respond.ts';
import accountCss from './public/account.css' with { type: 'file' };
import catalogueCss from './public/catalogue.css' with { type: 'file' };
import docsCss from './public/docs.css' with { type: 'file' };
import docsJs from './public/docs.js' with { type: 'file' };
import formsCss from './public/forms.css' with { type: 'file' };
import iconSvg from './public/icon.svg' with { type: 'file' };
import recordsSvg from './public/records.svg' with { type: 'file' };
import replyJs from './public/reply.js' with { type: 'file' };
import requestJs from './public/request.js' with { type: 'file' };
import siteCss from './public/site.css' with { type: 'file' };

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The only files there are, by name: a request names one of them or finds nothing. An import takes them into the executable. */
const files: Record<string, string> = {
  'site.css': siteCss,
  'docs.css': docsCss,
  'forms.css': formsCss,
  'account.css': accountCss,
  'docs.js': docsJs,
  'request.js': requestJs,
  'reply.js': replyJs,
  'icon.svg': iconSvg,
  'catalogue.css': catalogueCss,
  'records.svg': recordsSvg,
};

/** The letters of names, years and headings: the Latin part of a package, which changes only with it. */
const fontPath = '/assets/antonio.woff2';

/** The styles, scripts and pictures of the pages. Browsers keep them and ask each time whether they are still current. */
export function mountAssets(app: Hono<AppEnv>): void {
  for (const [name, file] of Object.entries(files)) {
    const text = readFileSync(file, 'utf8');
    app.get(
      `/assets/${name}`,
      createStaticText(() => text, { 'Content-Type': types[extname(name)] ?? '' }),
    );
  }
  const font = new Uint8Array(readFileSync(letters));
  app.get(fontPath, (c) => respond(c, 200, font, { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=2592000' }));
}
