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
import editCss from './public/edit.css' with { type: 'file' };
import formsCss from './public/forms.css' with { type: 'file' };
import iconSvg from './public/icon.svg' with { type: 'file' };
import linkJs from './public/link.js' with { type: 'file' };
import preview0 from './public/preview-0.jpg' with { type: 'file' };
import preview1960 from './public/preview-1960.jpg' with { type: 'file' };
import preview1970 from './public/preview-1970.jpg' with { type: 'file' };
import preview1980 from './public/preview-1980.jpg' with { type: 'file' };
import preview1990 from './public/preview-1990.jpg' with { type: 'file' };
import preview2000 from './public/preview-2000.jpg' with { type: 'file' };
import preview2010 from './public/preview-2010.jpg' with { type: 'file' };
import preview2020 from './public/preview-2020.jpg' with { type: 'file' };
import recordsSvg from './public/records.svg' with { type: 'file' };
import replyJs from './public/reply.js' with { type: 'file' };
import requestJs from './public/request.js' with { type: 'file' };
import searchJs from './public/search.js' with { type: 'file' };
import siteCss from './public/site.css' with { type: 'file' };
import twinsJs from './public/twins.js' with { type: 'file' };

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
  'edit.css': editCss,
  'twins.js': twinsJs,
  'docs.js': docsJs,
  'request.js': requestJs,
  'reply.js': replyJs,
  'icon.svg': iconSvg,
  'catalogue.css': catalogueCss,
  'records.svg': recordsSvg,
  'link.js': linkJs,
  'search.js': searchJs,
};

/** What changes only with a new version of the program: letters, and the pictures that links to pages show, one for each decade. */
const lasting: Record<string, { type: string; file: string }> = {
  'antonio.woff2': { type: 'font/woff2', file: letters },
  'preview-0.jpg': { type: 'image/jpeg', file: preview0 },
  'preview-1960.jpg': { type: 'image/jpeg', file: preview1960 },
  'preview-1970.jpg': { type: 'image/jpeg', file: preview1970 },
  'preview-1980.jpg': { type: 'image/jpeg', file: preview1980 },
  'preview-1990.jpg': { type: 'image/jpeg', file: preview1990 },
  'preview-2000.jpg': { type: 'image/jpeg', file: preview2000 },
  'preview-2010.jpg': { type: 'image/jpeg', file: preview2010 },
  'preview-2020.jpg': { type: 'image/jpeg', file: preview2020 },
};

/** The styles, scripts and pictures of the pages. Browsers keep them and ask each time whether they are still current. */
export function mountAssets(app: Hono<AppEnv>): void {
  for (const [name, file] of Object.entries(files)) {
    const headers = { 'Content-Type': types[extname(name)] ?? '' };
    app.get(
      `/assets/${name}`,
      createStaticText(() => readFileSync(file, 'utf8'), headers),
    );
  }
  for (const [name, { type, file }] of Object.entries(lasting)) {
    const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=2592000' };
    app.get(`/assets/${name}`, async (c) => respond(c, 200, await Bun.file(file).bytes(), headers));
  }
}
