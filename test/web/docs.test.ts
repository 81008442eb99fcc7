import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { endpointsOf, type OpenApi } from '../../src/web/docs/document.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import { signedIn } from './accountStates.ts';
import { openBrowser } from './browser.ts';

const maxId = '9223372036854775807';

const [browser, rockola] = await Promise.all([openBrowser(), startRockola()]);

const started: Rockola[] = [];
afterEach(() => Promise.all([browser.closePages(), ...started.splice(0).map((service) => service.stop())]));
afterAll(() => Promise.all([browser.close(), rockola.stop()]));

const visit: typeof browser.visit = (url, options) => browser.visit(url, { locale: 'en', ...options });

/** A service with other settings, for one test. */
async function start(settings: Record<string, string>): Promise<Rockola> {
  const service = await startRockola(settings);
  started.push(service);
  return service;
}

/** Sends an operation's form. */
async function send(page: Page, operation: string): Promise<{ outcome: string; body: string }> {
  const card = page.locator(`#${operation}`);
  await card.getByRole('button', { name: 'Send' }).click();
  await card.locator('.reply pre').first().waitFor();
  return { outcome: await card.locator('.outcome').innerText(), body: await card.locator('.reply pre').first().innerText() };
}

describe('the docs page', () => {
  test('shows every operation on the page of its section, and a link to the operation in the overview leads there', async () => {
    const { page, faults } = await visit(`${rockola.url}/docs`);
    const { tags, paths } = (await (await fetch(`${rockola.url}/openapi.json`)).json()) as OpenApi;
    expect(await page.locator('a.row').count()).toBe(Object.values(paths).flatMap(Object.keys).length);
    for (const { name } of tags) {
      const operations = endpointsOf({ paths }, name).map(({ operation }) => operation.operationId);
      await page.goto(`${rockola.url}/docs#${operations[0]}`);
      await page.waitForURL(`${rockola.url}/docs/*#${operations[0]}`);
      const cards = page.locator('details.operation');
      expect(await cards.evaluateAll((all) => all.map(({ id }) => id))).toEqual(operations);
      expect(await cards.first().getAttribute('open')).toBe('');
      for (const link of await page.locator('a[href^="#"]').evaluateAll((all) => all.map((each) => each.getAttribute('href'))))
        expect([name, link, await page.locator(link ?? '').count()]).toEqual([name, link, 1]);
    }
    expect(faults).toEqual([]);
  });

  test('tries a request with an API key and shows int64 exactly', async () => {
    const { page, faults } = await visit(`${rockola.url}/docs#createArtist`);
    await page.getByLabel('API key').fill(rockola.adminKey);
    await page.locator('#createArtist textarea').fill(`{"id": ${maxId}, "name": "Sumo \\"{,}\\""}`);
    const { outcome, body } = await send(page, 'createArtist');
    expect(outcome).toStartWith('201 ');
    const calls = (await page.locator('#createArtist .reply section').allInnerTexts()).slice(-3);
    for (const [i, begins] of ['curl -i', 'const answer = await fetch(', 'import urllib.request'].entries())
      for (const part of [begins, `${rockola.url}/api/v1/artists`, 'API_KEY', 'Copy']) expect(calls[i]).toContain(part);
    expect(calls.join()).not.toContain(rockola.adminKey);
    expect(await page.locator('code.url').innerText()).toBe(`${rockola.url}/`);
    expect(body).toContain(`"id": ${maxId},\n  "name": "Sumo \\"{,}\\"",`);
    expect(faults).toEqual([]);
  });

  test('tries a request with the bearer token of a login', async () => {
    const { email, password } = await rockola.person();
    const { page, faults } = await visit(`${rockola.url}/docs#logIn`);
    await page.locator('#logIn textarea').fill(JSON.stringify({ email, password }));
    await send(page, 'logIn');
    await page.getByRole('button', { name: 'Use this token' }).click();
    await page.locator('.contents').getByText('Artists').click();
    await page.waitForURL(`${rockola.url}/docs/artists`);
    await page.locator('.contents a[href="#createArtist"]').click();
    expect((await send(page, 'createArtist')).outcome).toStartWith('201 ');
    expect(faults).toEqual([]);
  });

  test('is in the language of the visitor, and its forms have ids of existing records', async () => {
    const { page, faults } = await visit(`${rockola.url}/docs#readAlbum`, { locale: 'es' });
    const card = page.locator('#readAlbum');
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    expect(await card.locator('h3').getAttribute('lang')).toBe('en');
    await card.getByRole('button', { name: 'Enviar' }).click();
    await card.getByRole('heading', { name: 'Encabezados' }).waitFor();
    expect(await card.locator('.outcome').innerText()).toStartWith('200 ');
    await card.getByRole('button', { name: 'Copiar' }).first().waitFor();
    expect(faults).toEqual([]);
  });

  test('shows who is signed in, and takes a new key from the account page, without leaving the key in the address', async () => {
    const options = await signedIn(rockola, await rockola.person('Luca'));
    const { page, faults } = await visit(`${rockola.url}/account/keys`, options);
    await page.locator('input[name=name]').fill('mi programa');
    await page.locator('input[type=checkbox]').first().check();
    await page.locator('form:has(input[name=name]) button[type=submit]').click();
    const key = await page.locator('.key').innerText();
    await page.locator('.calls a').click();
    await page.waitForURL(`${rockola.url}/docs`);
    expect(await page.locator('#key').inputValue()).toBe(key);
    expect(await page.locator('.self .who').innerText()).toBe('Luca');
    await page.locator('a#createArtist').click();
    await page.waitForURL(`${rockola.url}/docs/artists#createArtist`);
    expect(await page.locator('#key').inputValue()).toBe(key);
    expect(await page.locator('#createArtist textarea').isVisible()).toBe(true);
    await page.reload();
    expect(await page.locator('#key').inputValue()).toBe('');
    expect(faults).toEqual([]);
  });

  test('gets no key from the account page without script, which would stay in the address', async () => {
    const options = await signedIn(rockola, await rockola.person('Moris'));
    const { page } = await visit(`${rockola.url}/account/keys`, { ...options, javaScriptEnabled: false });
    await page.locator('input[name=name]').fill('mi programa');
    await page.locator('input[type=checkbox]').first().check();
    await page.locator('form:has(input[name=name]) button[type=submit]').click();
    await page.locator('.key').waitFor();
    expect(await page.locator('a[href*="#key="]').count()).toBe(1);
    expect(await page.locator('a[href*="#key="]:visible').count()).toBe(0);
  });

  test('links from a refusal to the page of its problem', async () => {
    const { page } = await visit(`${rockola.url}/docs#createArtist`);
    expect((await send(page, 'createArtist')).outcome).toStartWith('401 ');
    await page.getByRole('link', { name: 'What this problem means' }).click();
    await page.waitForURL(`${rockola.url}/problems/unauthenticated`);
  });

  test.each(['light', 'dark'] as const)('fits a phone, %s', async (colorScheme) => {
    const { page, faults } = await visit(`${rockola.url}/docs/sources`, { colorScheme, viewport: { width: 390, height: 844 } });
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(faults).toEqual([]);
  });
});

describe('the site', () => {
  test('has the path of the public URL in all its links', async () => {
    const behind = await start({ ROCKOLA_PUBLIC_URL: 'https://rock.example.org/rock' });
    const { page, faults } = await visit(`${behind.url}/rock`);
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await page.waitForURL(`${behind.url}/rock/docs`);
    const requested = page.waitForRequest('**/api/v1/artists');
    await page.goto(`${behind.url}/rock/docs#listArtists`);
    expect((await send(page, 'listArtists')).outcome).toStartWith('200 ');
    expect((await requested).url()).toBe(`${behind.url}/rock/api/v1/artists`);
    const paths = await page.locator('a:not([href^="#"])').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(paths.filter((path) => !path?.startsWith('/rock/'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('shows its pages of problems even if the docs are off', async () => {
    const plain = await start({ ROCKOLA_DOCS: 'off' });
    for (const path of ['/problems', '/problems/not-found']) {
      const { page, faults } = await visit(plain.url + path);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('a[href*=docs], a[href*=openapi]').count()).toBe(0);
      expect(faults).toEqual([]);
    }
    for (const path of ['/openapi.json', '/docs']) expect((await fetch(plain.url + path)).status).toBe(404);
  });

  test('serves its own assets only, and browsers revalidate them', async () => {
    const first = await fetch(`${rockola.url}/assets/site.css`);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await fetch(first.url, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    for (const name of ['', 'nope.css', '..%2f..%2fdocs.tsx', '%2e%2e/docs.tsx'])
      expect((await fetch(`${rockola.url}/assets/${name}`)).status).toBe(404);
  });
});
