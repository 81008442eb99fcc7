import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { openBrowser } from './browser.ts';

/**
 * Names and texts of the catalogue have its `lang`, for screen readers (WCAG 3.1.2). All other words have the language of the page.
 */
const [browser, rockola, english] = await Promise.all([openBrowser(), startRockola(), startRockola({ ROCKOLA_CATALOGUE_LANGUAGE: 'en' })]);
afterAll(() => Promise.all([browser.close(), rockola.stop(), english.stop()]));

/** The languages of the names and texts on a page, and of its other words. */
const languages = `(() => {
  const langsOf = (selector) => [...new Set([...document.querySelectorAll(selector)].map((each) => each.closest('[lang]').lang))];
  return [langsOf('main bdi:not(.versions *, main > h1 *), main .prose, main .difference, [role=option]:not(:last-child)'),
    langsOf('main h2, main small, main .lead, main .button')];
})()`;

test.each([
  ['en', 'es'],
  ['es', 'en'],
  ['es', 'es'],
])('on pages in %s, names and texts of a catalogue in %s are marked as such', async (locale, language) => {
  const service = language === 'es' ? rockola : english;
  const { data } = (await service.call('GET', '/api/v1/artists/1055/albums')).json;
  const album = `/artists/1055/albums/${data[1].id}`;
  const paths = [
    '/',
    '/artists',
    '/bands',
    '/artists/1055',
    album,
    `${album}/history`,
    '/changes',
    '/search?q=serú girán',
    '/search?q=clics',
  ];
  const { page, close } = await browser.visit(`${service.url}/robots.txt`, { locale });
  const found: unknown[] = [];
  for (const path of paths) {
    await page.goto(service.url + path);
    const [names, words] = await page.evaluate<string[][]>(languages);
    if (names?.some((lang) => lang !== language) || words?.some((lang) => lang !== locale)) found.push([path, names, words]);
  }
  await page.goto(`${service.url}/artists`);
  await page.getByRole('combobox').fill('artaud');
  await page.getByRole('option').first().waitFor();
  expect([await page.getByRole('option').first().getAttribute('lang'), found]).toEqual([language, []]);
  await close();
});
