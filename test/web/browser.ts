import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { prepared } from '../support/prepared.ts';
import { isPackaged, unpackBrowser } from './unpackBrowser.ts';

/** A page, and the faults that it must not have: console errors, policy violations, requests to other hosts. */
export type Visit = { page: Page; faults: string[]; close(): Promise<void> };

export type TestBrowser = {
  visit(url: string, options?: BrowserContextOptions): Promise<Visit>;
  closePages(): Promise<unknown>;
  close(): Promise<void>;
};

export async function openBrowser(): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-browser-'));
  const browser = await launchBrowser(folder);
  return {
    visit: (url, options = {}) => visit(browser, url, options),
    closePages: () => Promise.all(browser.contexts().map((context) => context.close())),
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launchBrowser(folder: string): Promise<Browser> {
  if (!isPackaged) return chromium.launch({ channel: 'chrome' });
  const unpacked = prepared?.browser ?? (await unpackBrowser(folder));
  const lacking = { LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'), FONTCONFIG_PATH: folder };
  const env = { ...(process.env as Record<string, string>), ...lacking, TMPDIR: folder };
  await Bun.write(join(folder, 'fonts.conf'), `<fontconfig><dir>${unpacked}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`);
  return chromium.launch({ executablePath: join(unpacked, 'chromium'), env, args: ['--no-sandbox'] });
}

/** Presses a button of the page. */
export const press = (page: Page, name: string) => follow(page, page.getByRole('main').getByRole('button', { name, exact: true }));

/** Clicks, and waits until the next page has loaded, so that it has all elements that a test counts. */
export async function follow(page: Page, target: Locator): Promise<void> {
  await target.click();
  await page.waitForLoadState();
}

async function visit(browser: Browser, url: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(240_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => /^(?:error|warning|assert)$/.test(message.type()) && faults.push(`${message.type()}: ${message.text()}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('pageerror', (error) => faults.push(error.message));
  // If a page is left while it loads, the browser cancels its requests.
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') faults.push(`${reason}: ${request.url()}`);
  });
  page.on('request', (request) => new URL(request.url()).origin !== new URL(url).origin && faults.push(request.url()));
  page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
  await page.addInitScript('addEventListener("securitypolicyviolation", (e) => console.error(e.violatedDirective, e.blockedURI))');
  await page.goto(url);
  return { page, faults, close: () => context.close() };
}
