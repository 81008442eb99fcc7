import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startRockola } from '../support/harness.ts';
import { allStates, type State } from './allStates.ts';
import { openBrowser, type TestBrowser } from './browser.ts';
import { takeReadmePictures } from './readmePictures.ts';

/**
 * `npm run screenshots -- FOLDER [NAME,NAME…]`: pictures of every page and state of the site, at the widths of a phone and a desktop,
 * light and dark, in both languages, to look at. A name is the start of a picture's name, such as `artist-375`.
 * `npm run screenshots -- --readme` takes those of the README.
 */
const [folder = 'screenshots', wanted = ''] = process.argv.slice(2);
/** In CSS pixels; the rest of a long page shows nothing new. */
const maxHeight = 2_000;

const [rockola, empty, browser] = await Promise.all([startRockola(), startRockola({ ROCKOLA_STARTER: 'off' }), openBrowser()]);
try {
  if (folder === '--readme') await takeReadmePictures(rockola, browser, new URL('../../docs/pictures', import.meta.url).pathname);
  else for (const [name, state] of Object.entries(await allStates(rockola, empty))) await takeAll(browser, name, state);
} finally {
  await Promise.all([browser.close(), rockola.stop(), empty.stop()]);
}

async function takeAll(browser: TestBrowser, state: string, { options, bring }: State): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const width of [375, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const locale of ['es', 'en']) {
        const name = `${state}-${width}-${colorScheme}-${locale}`;
        if (!wanted.split(',').some((start) => name.startsWith(start))) continue;
        const { page, close } = await browser.visit(`${rockola.url}/robots.txt`, {
          ...options,
          colorScheme,
          locale,
          viewport: { width, height: 844 },
        });
        await bring(page);
        await page.evaluate('document.fonts.ready');
        const height = Math.min(maxHeight, await page.evaluate<number>('document.documentElement.scrollHeight'));
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, clip: { x: 0, y: 0, width, height } });
        await close();
      }
    }
  }
}
