import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Rockola } from '../support/harness.ts';
import { press, type TestBrowser } from './browser.ts';

/**
 * A newcomer comes to the site, signs up, adds an artist, edits it in two windows, and loses no text in either. Every step is done and
 * checked on pages.
 */
export async function newcomerStory(rockola: Rockola, browser: TestBrowser, javaScriptEnabled: boolean): Promise<void> {
  const { page, close } = await browser.visit(rockola.url, { locale: 'en-GB', javaScriptEnabled });
  const name = `Los Recién Llegados ${crypto.randomUUID().slice(0, 8)}`;
  await signUp(page);
  await addArtist(page, name);
  const address = page.url();
  const other = await page.context().newPage();
  for (const window of [page, other]) await window.goto(`${address}/edit`);
  await change(page, { Band: 'La primera', Description: 'Nacieron en Berisso.' });
  await press(page, 'Save');
  await page.getByRole('status').waitFor();
  await change(other, { Name: `${name}!`, Band: 'La segunda' });
  await press(other, 'Save');
  await merge(other);
  await other.goto(address);
  expect(await other.locator('h1').innerText()).toBe(`${name}!`.toUpperCase());
  const shown = await other.getByRole('main').innerText();
  for (const text of ['La segunda', 'Nacieron en Berisso.', 'DEMO']) expect(shown).toContain(text);
  await other.getByRole('link', { name: 'History' }).click();
  expect(await other.locator('.versions').innerText()).toContain('La primera');
  await close();
}

async function signUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add an artist' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('Name').fill('Nora');
  await page.getByLabel('E-mail address').fill(`nora-${crypto.randomUUID()}@example.org`);
  for (const label of ['Password', 'Repeat the password']) await page.getByLabel(label, { exact: true }).fill('del-63-al-2002');
  await press(page, 'Create the account');
  // The newcomer arrives at the requested page, and the message is shown only once.
  await page.waitForURL('**/artists/new');
  expect(await page.getByRole('status').innerText()).toBe('Your account is ready.');
  await page.reload();
  expect(await page.getByRole('status').count()).toBe(0);
}

async function addArtist(page: Page, name: string): Promise<void> {
  await change(page, { Name: name, Why: 'los escuché en La Trastienda' });
  await page.locator('#album-0-name').fill('Demo');
  await page.locator('#album-0-year').fill('2019');
  await press(page, 'Add');
  await page.getByText('Added. Thank you.').waitFor();
}

async function change(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(values)) await page.getByLabel(label).first().fill(text);
}

/** Keeps this window's text. The page of a conflict shows both texts, and already has the other window's changes to other fields. */
async function merge(page: Page): Promise<void> {
  const clash = page.locator('.field:has(> label:has-text("Band"))');
  expect(await clash.locator('.now').innerText()).toBe('La primera');
  expect(await page.getByLabel('Description').inputValue()).toBe('Nacieron en Berisso.');
  await clash.getByLabel('Keep mine').check();
  await press(page, 'Save my choices');
  await page.getByRole('status').waitFor();
}
