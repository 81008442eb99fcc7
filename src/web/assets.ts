import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import antonioWoff2 from '@fontsource/antonio/files/antonio-latin-700-normal.woff2' with { type: 'file' };
import { createStaticText } from '../http/compressed.ts';
import type { Paths } from '../http/paths.ts';
import { respond } from '../http/respond.ts';
import copyJs from './public/copy.js' with { type: 'file' };
import docsJs from './public/docs.js' with { type: 'file' };
import editJs from './public/edit.js' with { type: 'file' };
import iconSvg from './public/icon.svg' with { type: 'file' };
import icon180 from './public/icon-180.png' with { type: 'file' };
import icon512 from './public/icon-512.png' with { type: 'file' };
import linkJs from './public/link.js' with { type: 'file' };
import lookupJs from './public/lookup.js' with { type: 'file' };
import pageJs from './public/page.js' with { type: 'file' };
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
import sentJs from './public/sent.js' with { type: 'file' };
import wordsJs from './public/words.js' with { type: 'file' };
import { type Style, styles, styleText } from './styles.ts';

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Scripts and drawings. Each is imported, so that the executable contains it. */
const texts: Record<string, string> = {
  'copy.js': copyJs,
  'docs.js': docsJs,
  'edit.js': editJs,
  'request.js': requestJs,
  'reply.js': replyJs,
  'words.js': wordsJs,
  'icon.svg': iconSvg,
  'records.svg': recordsSvg,
  'link.js': linkJs,
  'lookup.js': lookupJs,
  'page.js': pageJs,
  'sent.js': sentJs,
};

/** Files that change only with a new version of the program. Browsers cache them for 30 days. */
const lasting: Record<string, { type: string; file: string }> = {
  'antonio.woff2': { type: 'font/woff2', file: antonioWoff2 },
  'icon-180.png': { type: 'image/png', file: icon180 },
  'icon-512.png': { type: 'image/png', file: icon512 },
  'preview-0.jpg': { type: 'image/jpeg', file: preview0 },
  'preview-1960.jpg': { type: 'image/jpeg', file: preview1960 },
  'preview-1970.jpg': { type: 'image/jpeg', file: preview1970 },
  'preview-1980.jpg': { type: 'image/jpeg', file: preview1980 },
  'preview-1990.jpg': { type: 'image/jpeg', file: preview1990 },
  'preview-2000.jpg': { type: 'image/jpeg', file: preview2000 },
  'preview-2010.jpg': { type: 'image/jpeg', file: preview2010 },
  'preview-2020.jpg': { type: 'image/jpeg', file: preview2020 },
};

/** Browsers cache styles and scripts, and revalidate them each time. */
export function mountAssets(paths: Paths): void {
  const css = { 'Content-Type': 'text/css; charset=utf-8' };
  for (const name of Object.keys(styles) as Style[])
    paths.get(
      `/assets/${name}`,
      createStaticText(() => styleText(name), css),
    );
  for (const [name, file] of Object.entries(texts)) {
    const headers = { 'Content-Type': contentTypes[extname(name)] ?? '' };
    paths.get(
      `/assets/${name}`,
      createStaticText(() => readFileSync(file, 'utf8'), headers),
    );
  }
  for (const [name, { type, file }] of Object.entries(lasting)) {
    const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=2592000' };
    paths.get(`/assets/${name}`, async (ctx) => respond(ctx, 200, await Bun.file(file).bytes(), headers));
  }
}
