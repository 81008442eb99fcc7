import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Person, startRockola } from '../support/harness.ts';
import { openBrowser } from './browser.ts';

const [browser, rockola] = await Promise.all([openBrowser(), startRockola({ ROCKOLA_PICTURES: 'click' })]);
const person = await rockola.person('Luis');
afterAll(() => Promise.all([browser.close(), rockola.stop()]));
afterEach(() => browser.closePages());

const visit = (path: string, options: BrowserContextOptions = {}) => browser.visit(rockola.url + path, { locale: 'en-GB', ...options });

async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'> = person): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await accountMenu(page).getByRole('button', { name: 'Sign out' }).waitFor();
}

const accountMenu = (page: Page) => page.getByRole('navigation', { name: 'Your account' });

describe.each([
  ['with script', true],
  ['without script', false],
])('%s', (_, javaScriptEnabled) => {
  test('somebody signs in from a page, comes back to it, and signs out', async () => {
    const { page, faults } = await visit('/artists/1055-charly-garcia', { javaScriptEnabled });
    await accountMenu(page).getByRole('link', { name: 'Sign in' }).click();
    await signIn(page);
    expect(new URL(page.url()).pathname).toBe('/artists/1055-charly-garcia');
    expect(await accountMenu(page).innerText()).toContain('Luis');
    await accountMenu(page).getByRole('button', { name: 'Sign out' }).click();
    await accountMenu(page).getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await accountMenu(page).getByRole('link', { name: 'Sign in' }).waitFor();
    expect(faults).toEqual([]);
  });
});

test('the sign-in page explains that the browser did not keep the cookie', async () => {
  const { page } = await visit('/sign-in?back=on');
  expect(await page.getByRole('alert').innerText()).toContain('did not keep the session');
});

test('after a sign-out in one tab, the button to sign out in another tab still works', async () => {
  const { page } = await visit('/sign-in');
  await signIn(page);
  const other = await page.context().newPage();
  await other.goto(`${rockola.url}/sign-out`);
  await accountMenu(page).getByRole('button', { name: 'Sign out' }).click();
  await accountMenu(page).getByRole('link', { name: 'Sign in' }).waitFor();
  await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await accountMenu(other).getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

test('a page of another site cannot sign anybody in or out', async () => {
  const { page } = await visit('/sign-in');
  await signIn(page);
  const evil = Bun.serve({
    port: 0,
    hostname: 'localhost',
    fetch: () =>
      new Response(`<form method="post" action="${rockola.url}/sign-out"><button>go</button></form>`, {
        headers: { 'Content-Type': 'text/html' },
      }),
  });
  try {
    await page.goto(evil.url.href);
    const answered = page.waitForResponse(`${rockola.url}/sign-out`);
    await page.getByRole('button').click();
    expect((await answered).status()).toBe(403);
    await page.goto(rockola.url);
    expect(await accountMenu(page).innerText()).toContain('Luis');
  } finally {
    await evil.stop(true);
  }
});
