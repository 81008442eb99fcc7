import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Rockola } from '../support/harness.ts';
import { accountStatesOf, signedIn } from './accountStates.ts';
import type { TestBrowser } from './browser.ts';
import { makeEditor, memberStatesOf } from './memberStates.ts';

/** The most bytes of a picture in the README. */
const maxBytes = 150_000;
const desktop = { width: 1280, height: 860 };
const phone = { width: 390, height: 844 };

/** Takes the pictures of the README into a folder. */
export async function takeReadmePictures(rockola: Rockola, browser: TestBrowser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const take = async (name: string, bring: (page: Page) => Promise<unknown> | undefined, options: BrowserContextOptions = {}) => {
    const { page, close } = await browser.visit(`${rockola.url}/robots.txt`, { locale: 'en-GB', viewport: desktop, ...options });
    await bring(page);
    await page.evaluate('document.fonts.ready');
    const bytes = await webpOf(page);
    if (bytes.byteLength > maxBytes) throw new Error(`${name} has ${bytes.byteLength} bytes`);
    await Bun.write(join(folder, `${name}.webp`), bytes);
    await close();
  };
  const open = (path: string) => (page: Page) => page.goto(rockola.url + path);
  await take('front', open('/'));
  await take('front-night', open('/'), { colorScheme: 'dark', locale: 'es-AR' });
  await take('artist-phone', open('/artists/1055'), { viewport: phone, deviceScaleFactor: 1.5 });
  await take('search', open('/search?q=garcia'));
  // These states add artists, which must not be on the front page, so they come last.
  const editor = await signedIn(rockola, await makeEditor(rockola));
  const { clash } = await memberStatesOf(rockola, await rockola.person('Eva'));
  const { admin } = await accountStatesOf(rockola);
  await take('conflict', (page) => clash?.(page), editor);
  await take('admin', (page) => page.goto(admin?.url ?? ''), { colorScheme: 'dark', ...admin?.options });
}

/** The visible part, as WebP, which Playwright cannot make itself. */
async function webpOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  return Buffer.from(data, 'base64');
}
