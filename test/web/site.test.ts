import { afterAll, describe, expect, test as longToo } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { isLong, sampleOf } from '../support/amount.ts';
import { startRockola } from '../support/harness.ts';
import { signedIn } from './accountStates.ts';
import { follow, openBrowser, type Visit } from './browser.ts';
import { makeEditor } from './memberStates.ts';
import { newcomerStory } from './newcomer.ts';
import { payloads, unsafeIn } from './payloads.ts';

const test = longToo.skipIf(isLong);
const [browser, rockola] = await Promise.all([openBrowser(), startRockola({ ROCKOLA_PICTURES: 'click' })]);
afterAll(() => Promise.all([browser.close(), rockola.stop()]));

/** Visits many pages with a few tabs, since opening a tab takes longer than a page. */
async function visitAll(urls: string[], check: (url: string, visit: Visit) => Promise<void>): Promise<void> {
  const rest = [...urls];
  const worker = async () => {
    const visit = await browser.visit(`${rockola.url}/robots.txt`);
    // The host of the pictures does not exist, and waiting for it would take long.
    await visit.page.route('https://pictures.example/**', (route) => route.abort());
    for (let url = rest.shift(); url; url = rest.shift()) {
      visit.faults.length = 0;
      await visit.page.goto(url, { waitUntil: 'load' });
      await check(url, visit);
    }
    await visit.close();
  };
  await Promise.all([worker(), worker(), worker()]);
}

describe('somebody types "paes"', () => {
  const goTo = (javaScriptEnabled: boolean) => browser.visit(rockola.url, { javaScriptEnabled, locale: 'en' });

  test('and reaches Fito Páez through the results, without script', async () => {
    const { page, faults, close } = await goTo(false);
    await page.getByRole('searchbox').fill('paes');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('.results mark').first().innerText()).toMatch(/páez/i);
    await page.getByRole('link', { name: 'Fito Páez', exact: true }).first().click();
    await page.waitForURL('**/artists/*-fito-paez');
    expect([await page.locator('h1').textContent(), faults]).toEqual(['Fito Páez', []]);
    await close();
  });

  test('and reaches him by a suggestion, with the keyboard alone', async () => {
    const { page, faults, close } = await goTo(true);
    const box = page.getByRole('combobox');
    await box.focus();
    // Inserted at once, so that only one request is made: a second answer would replace the options while one is chosen.
    await page.keyboard.insertText('pae');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await box.getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'));
    await page.keyboard.press('Escape');
    expect([await options.count(), await box.getAttribute('aria-expanded'), await box.inputValue()]).toEqual([0, 'false', 'pae']);
    await page.keyboard.type('s');
    await page.getByRole('option', { name: 'Fito Páez' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/artists/*-fito-paez');
    expect(faults).toEqual([]);
    await close();
  });
});

test('suggestions include albums with their artist, and the last suggestion leads to all results', async () => {
  const { page, faults, close } = await browser.visit(rockola.url, { locale: 'es' });
  const box = page.getByRole('combobox');
  await box.focus();
  await page.keyboard.insertText('artau');
  await page.getByRole('option', { name: 'Artaud Pescado Rabioso, 1973' }).waitFor();
  expect(await page.getByRole('option').last().innerText()).toBe('Todos los resultados de “artau”');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=artau');
  await page.getByRole('combobox').fill('artau');
  await page.getByRole('option', { name: 'Artaud Pescado Rabioso, 1973' }).click();
  await page.waitForURL('**/albums/*-artaud');
  expect(faults).toEqual([]);
  await close();
});

test('suggestions that arrive after the list was closed do not open it again', async () => {
  const { page, close } = await browser.visit(rockola.url, { locale: 'en' });
  const asked = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  await page.route('**/suggestions?*', async (route) => {
    asked.resolve();
    await closed.promise;
    // The page may have cancelled the request.
    await route.continue().catch(() => {});
  });
  const ended = Promise.race((['requestfailed', 'requestfinished'] as const).map((event) => page.waitForEvent(event as 'requestfailed')));
  const box = page.getByRole('combobox');
  await box.fill('pae');
  await asked.promise;
  await box.blur();
  closed.resolve();
  await ended;
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  expect([await page.getByRole('option').count(), await box.getAttribute('aria-expanded')]).toEqual([0, 'false']);
  await close();
});

test('500 albums of one artist make a page of a few screens, and a link to a decade shows its albums', async () => {
  const key = rockola.adminKey;
  const path = `/artists/${(await rockola.call('POST', '/api/v1/artists', { key, body: { name: 'Quinientos' } })).json.id}`;
  const add = (i: number) => rockola.call('POST', `/api/v1${path}/albums`, { key, body: { name: `Disco ${i}`, year: 1960 + (i % 50) } });
  await Promise.all(Array.from({ length: 500 }, (_, i) => add(i)));
  const viewport = { width: 390, height: 844 };
  const { page, faults, close } = await browser.visit(rockola.url + path, { locale: 'es', viewport, javaScriptEnabled: false });
  const height = async () => (await page.locator('html').boundingBox())?.height;
  expect(await page.locator('.timeline li').count()).toBe(500);
  expect((await height()) ?? 0).toBeLessThan(3_000);
  await page.getByRole('navigation', { name: 'Por década' }).getByRole('link', { name: '1990' }).click();
  await page.getByRole('link', { name: 'Disco 30', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Disco 0', exact: true }).isVisible()).toBe(false);
  expect((await height()) ?? 0).toBeLessThan(6_000);
  expect(faults).toEqual([]);
  await close();
});

/** Whether a timeline has bars, and whether each is visible in the table and covers no text of its row. */
const barsShown = `(() => {
  const table = document.querySelector('.line-up').getBoundingClientRect();
  const bars = [...document.querySelectorAll('.line-up tbody rect')].map((bar) => {
    const { left, right, top, bottom } = bar.getBoundingClientRect();
    const texts = [...bar.closest('tr').querySelectorAll('a, bdi, small, p')].map((text) => text.getBoundingClientRect());
    const isFree = texts.every((text) => text.right <= left || text.left >= right || text.bottom <= top || text.top >= bottom);
    return right > left && left >= table.left && right <= table.right && isFree;
  });
  return [bars.length > 0, bars.every(Boolean)];
})()`;

test.each([320, 390, 767, 768])('a window of %p pixels shows the groups of a person on a timeline', async (width) => {
  const { page, close } = await browser.visit(`${rockola.url}/artists/1055`, { viewport: { width, height: 844 } });
  expect(await page.evaluate<boolean[]>(barsShown)).toEqual([true, true]);
  await close();
});

test.each([
  ['with script', true],
  ['without script', false],
])('somebody signs up, adds an artist, edits it in two windows and loses nothing: %s', async (_, javaScriptEnabled) => {
  await newcomerStory(rockola, browser, javaScriptEnabled);
});

/** Each link, button and choice is a tap; typing does not count. `begin` takes the first steps and returns the targets of the others. */
const tasks: [task: string, path: string, begin: (page: Page) => Promise<Locator[]>, shown: string][] = [
  ['finds the albums of the 1970s', '/', async (page) => [page.getByRole('link', { name: '1970', exact: true })], 'Almendra II'],
  [
    'finds who played in Serú Girán',
    '/',
    async (page) => {
      await page.getByRole('combobox').fill('seru giran');
      const main = page.getByRole('main');
      return [main.getByRole('button', { name: 'Search' }), main.getByRole('link', { name: 'Serú Girán', exact: true }).first()];
    },
    'Pedro Aznar',
  ],
  [
    'sees what changed this week',
    '/',
    async (page) => {
      await follow(page, page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Changes' }));
      // Two taps: one opens the list, one chooses.
      await page.getByLabel('Week').selectOption({ index: 1 });
      return [page.getByRole('button', { name: 'Filter' })];
    },
    'The site added',
  ],
  [
    'corrects a year and cites the page',
    '/artists/1055/albums/1182',
    async (page) => {
      await follow(page, page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).first());
      await page.getByLabel('Year').fill('1984');
      return [page.getByRole('button', { name: 'Save', exact: true }), page.locator('.cite a')];
    },
    '1984',
  ],
];

test.each(tasks)('a visitor with a phone %s in four taps at most', async (_, path, begin, shown) => {
  const member = await signedIn(rockola, await makeEditor(rockola));
  const { page, faults, close } = await browser.visit(rockola.url + path, {
    ...member,
    locale: 'en-GB',
    viewport: { width: 375, height: 700 },
  });
  for (const target of await begin(page)) await follow(page, target);
  expect(await page.getByRole('main').textContent()).toContain(shown);
  expect(faults).toEqual([]);
  await close();
});

/** The same checks as `unsafeIn`, on a page that is parsed but not opened, which takes a tenth of the time. */
const unsafeAt = (url: string) =>
  `fetch(${JSON.stringify(url)}).then((answer) => answer.text()).then((text) => { const page = new DOMParser().parseFromString(text, 'text/html'); return ${unsafeIn('page')}; })`;

longToo('no text runs as script: in names, bands, descriptions, titles of records, comments and sources', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(200);
  const key = rockola.adminKey;
  const shorten = (text: string) => text.slice(0, 200);
  /** An artist with texts, and a record of each kind. @returns its page */
  const add = async (texts: string[]) => {
    const name = shorten(texts[0] ?? '');
    const body = { name, band: name, description: texts.join('\n\n'), image: 'https://pictures.example/x"onerror="alert(1)' };
    const headers = {
      'Change-Comment': JSON.stringify(name.replace(/[^ -~]/g, '')),
      'Change-Source': '"https://example.org/\'onclick=\'alert(1)"',
    };
    const { id } = (await rockola.call('POST', '/api/v1/artists', { body, key, headers })).json;
    for (const text of texts) {
      const album = { name: shorten(text), year: 1973, image: "https://pictures.example/y'onerror='alert(1)" };
      await rockola.call('POST', `/api/v1/artists/${id}/albums`, { body: album, key, headers });
    }
    return `${rockola.url}/artists/${id}`;
  };
  const single = await Promise.all(sampleOf(payloads, 60).map((payload) => add([payload])));
  const tens = payloads.flatMap((_, i) => (i % 10 === 0 ? [payloads.slice(i, i + 10)] : []));
  const together = await Promise.all(sampleOf(tens, 8).map(add));
  const found: unknown[] = [];

  // The Content-Security-Policy of pages lets no script parse HTML.
  const visit = await browser.visit(`${rockola.url}/artists`, { bypassCSP: true });
  for (const url of single) {
    const wrong = await visit.page.evaluate<string[]>(unsafeAt(`${url}?pictures=on`));
    if (wrong.length > 0) found.push([url, wrong]);
  }
  await visit.close();

  const lists = ['', '/artists', '/changes', `/search?q=${encodeURIComponent(payloads[0] ?? '')}`].map((path) => rockola.url + path);
  const opened = [...together.map((url) => `${url}?pictures=on`), ...together.map((url) => `${url}/history`), ...lists];
  await visitAll(opened, async (url, { page, faults }) => {
    const wrong = await page.evaluate<string[]>(unsafeIn('document'));
    const others = faults.filter((fault) => !fault.includes('pictures.example') && !fault.includes('ERR_FAILED'));
    if (wrong.length + others.length > 0) found.push([url, wrong, others]);
  });
  expect(found).toEqual([]);
});
