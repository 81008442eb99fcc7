import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Person, startRockola } from '../support/harness.ts';
import { accountStatesOf } from './accountStates.ts';
import { openBrowser, type TestBrowser } from './browser.ts';
import { makeEditor, memberStatesOf, signIn } from './memberStates.ts';
import { statesOf } from './states.ts';

/**
 * `npm run screenshots -- FOLDER [NAME,NAME…]`: every page and state of the site as pictures, at the width of a phone and of a
 * desk, light and dark, in both languages, to be looked at. A name is the start of a picture's, such as `artist-390`.
 */
const [folder = 'screenshots', wanted = ''] = process.argv.slice(2);
/** In CSS pixels; more of a long page shows nothing new. */
const tallest = 2_000;

mkdirSync(folder, { recursive: true });
const [rockola, empty, browser] = await Promise.all([startRockola(), startRockola({ ROCKOLA_STARTER: 'off' }), openBrowser()]);
try {
  for (const [state, url] of Object.entries(await statesOf(rockola, empty))) await takeAll(browser, state, (page) => page.goto(url));
  const editor = await makeEditor(rockola);
  for (const [state, bring] of Object.entries(await memberStatesOf(rockola, await rockola.person('Eva'))))
    await takeAll(browser, state, bring, editor);
  for (const [state, { url, act, options }] of Object.entries(await accountStatesOf(rockola)))
    await takeAll(browser, state, (page) => page.goto(url).then(() => act?.(page)), undefined, options);
} finally {
  await Promise.all([browser.close(), rockola.stop(), empty.stop()]);
}

async function takeAll(
  browser: TestBrowser,
  state: string,
  bring: (page: Page) => Promise<unknown>,
  who?: Person,
  options: BrowserContextOptions = {},
): Promise<void> {
  for (const width of [390, 1280]) {
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
        if (who) await signIn(page, rockola.url, who);
        await bring(page);
        await page.evaluate('document.fonts.ready');
        const height = Math.min(tallest, await page.evaluate<number>('document.documentElement.scrollHeight'));
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, clip: { x: 0, y: 0, width, height } });
        await close();
      }
    }
  }
}
