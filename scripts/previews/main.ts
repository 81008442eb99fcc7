import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decadeClass, decades } from '../../src/web/decade.ts';
import { styleText } from '../../src/web/styles.ts';
import { openBrowser } from '../../test/web/browser.ts';

/**
 * `bun scripts/previews/main.ts`: makes the preview pictures of shared links, `src/web/public/preview-*.jpg`, from the site's
 * drawing and colours. Run it again when these change.
 */
const folder = join(import.meta.dir, '../../src/web/public');
const file = (name: string) => readFileSync(join(folder, name), 'utf8');
const font = join(import.meta.dir, '../../node_modules/@fontsource/antonio/files/antonio-latin-700-normal.woff2');

const style = `
  ${styleText('site.css')} ${styleText('catalogue.css')}
  @font-face { font-family: Antonio; font-weight: 700; font-display: block; src: url(antonio.woff2); }
  body { display: block; width: 1200px; height: 630px; min-height: 0; overflow: hidden; background: #f7f2e8; border-bottom: 28px solid var(--fill); }
  .disc { position: absolute; top: 45px; left: 590px; width: 760px; }
  p { position: absolute; top: 178px; left: 70px; margin: 0; font: 700 150px/1 Antonio; color: #b8102d; text-transform: uppercase; }
  small { position: absolute; top: 350px; left: 74px; width: 480px; font: 700 46px/1.2 Antonio; color: #1d1814; text-transform: uppercase; }`;

const page = (year: number | undefined) => `<!doctype html><style>${style}</style>
<body class="${decadeClass(year)}"><svg class="disc" viewBox="0 0 200 200"><use href="/records.svg#disc"/></svg>
<p>Rockola</p><small>El rock argentino, disco por disco</small>`;

const server = Bun.serve({
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === '/records.svg') return new Response(file('records.svg'), { headers: { 'Content-Type': 'image/svg+xml' } });
    if (pathname === '/antonio.woff2') return new Response(Bun.file(font));
    return new Response(page(Number(pathname.slice(1)) || undefined), { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  },
});
const browser = await openBrowser();
for (const year of [0, ...decades]) {
  const { page, close } = await browser.visit(`http://127.0.0.1:${server.port}/${year}`, { viewport: { width: 1200, height: 630 } });
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(folder, `preview-${year}.jpg`), type: 'jpeg', quality: 80 });
  await close();
}
await browser.close();
server.stop(true);
