import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startRockola } from '../support/harness.ts';
import { openBrowser } from './browser.ts';
import { fillWithOddRecords } from './oddRecords.ts';

/**
 * `npm run screenshots -- FOLDER [PART OF A NAME]`: every page and state of the site as pictures, at the width of a phone and of a
 * desk, light and dark, in both languages, to be looked at.
 */
const [folder = 'screenshots', wanted = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const rockola = await startRockola();
const empty = await startRockola({ ROCKOLA_STARTER: 'off' });
const browser = await openBrowser();
try {
  const odd = await fillWithOddRecords(rockola);
  const at = (path: string) => rockola.url + path;
  const states: Record<string, string> = {
    front: at('/'),
    empty: `${empty.url}/`,
    artists: at('/artists'),
    artist: at('/artists/1004'),
    ...Object.fromEntries(Object.entries(odd).map(([name, path]) => [name, at(path)])),
    album: at('/artists/1004/albums/1010'),
    history: at(`${odd.markdown}/history`),
    changes: at('/changes'),
    search: at('/search'),
    found: at('/search?q=paes'),
    nothing: at('/search?q=xyzzyxyzzy'),
    missing: at('/nowhere'),
  };
  for (const [name, url] of Object.entries(states)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1280]) {
        for (const locale of ['es-AR', 'en-GB']) {
          const file = `${name}-${width}-${colorScheme}-${locale.slice(0, 2)}.png`;
          if (!file.includes(wanted) && !wanted.split(',').some((part) => file.startsWith(part))) continue;
          const { page, close } = await browser.visit(url, { colorScheme, locale, viewport: { width, height: width === 390 ? 844 : 900 } });
          await page.evaluate('document.fonts.ready');
          await page.screenshot({ path: join(folder, file), fullPage: false });
          await close();
        }
      }
    }
  }
} finally {
  await Promise.all([browser.close(), rockola.stop(), empty.stop()]);
}
