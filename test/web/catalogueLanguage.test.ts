import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { signedIn } from './accountStates.ts';
import { openBrowser } from './browser.ts';
import { makeEditor } from './memberStates.ts';

/**
 * Names and texts of the catalogue have its `lang`, for screen readers (WCAG 3.1.2). All other words have the language of the page.
 */
const [browser, rockola, english] = await Promise.all([openBrowser(), startRockola(), startRockola({ ROCKOLA_CATALOGUE_LANGUAGE: 'en' })]);
afterAll(() => Promise.all([browser.close(), rockola.stop(), english.stop()]));

/** The languages of the names and texts on a page, and of its other words. */
const languages = `(() => {
  const langsOf = (selector) => [...new Set([...document.querySelectorAll(selector)].map((each) => each.closest('[lang]').lang))];
  return [langsOf('main bdi:not(.versions *, main > h1 *), main .prose, main dt:first-of-type + dd > .difference, [role=option]:not(:last-child)'),
    langsOf('main h2, main small, main .lead, main .button')];
})()`;

/** The languages of the texts and fields in the page that contain a name. */
const languagesOf = (name: string) => `(() => {
  const langs = [];
  const note = (text, element) => text.includes(${JSON.stringify(name)}) && langs.push(element.closest('[lang]').lang);
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (!node.parentElement.closest('svg, textarea, [href^="http"]')) note(node.data, node.parentElement);
  for (const field of document.querySelectorAll('main :is(input:not([type=hidden]), textarea)')) note(field.value, field);
  return langs;
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

test('on an English page a name is marked in titles, links and fields too', async () => {
  const { page, close } = await browser.visit(`${rockola.url}/robots.txt`, {
    locale: 'en',
    ...(await signedIn(rockola, await makeEditor(rockola))),
  });
  const { data } = (await rockola.call('GET', '/api/v1/artists/1055/albums')).json;
  const artist = '/artists/1055';
  const album = `${artist}/albums/${data[1].id}`;
  const albumPaths = ['/history', '/edit', '/delete', '/credits', '/tracks', '/details/edit', '/undo?version=1&how=back'];
  const cases: [string, string[]][] = [
    [
      'Charly García',
      [artist, album, ...['/family', '/history', '/edit', '/albums', '/aliases', '/sources', '/details/edit'].map((path) => artist + path)],
    ],
    [data[1].name, albumPaths.map((path) => album + path)],
    ['Charly García', ['/changes?artist=1055']],
    ['Serú Girán', ['/artists?band=Serú Girán', '/artists?band=Serú Girán&place=Buenos Aires']],
    ['Buenos Aires', ['/artists?place=Buenos Aires', '/artists?band=Serú Girán&place=Buenos Aires']],
  ];
  const found: unknown[] = [];
  for (const [name, paths] of cases) {
    for (const path of paths) {
      await page.goto(rockola.url + path);
      const langs = await page.evaluate<string[]>(languagesOf(name));
      if (langs.length === 0 || langs.some((lang) => lang !== 'es')) found.push([path, name, langs]);
    }
  }
  expect(found).toEqual([]);
  await close();
});

test('a name is marked where it stands, though the words around it have its letters, and the words of choices are not marked', async () => {
  const admin = await makeEditor(rockola, 'Juana', 'admin');
  const { page, close } = await browser.visit(`${rockola.url}/robots.txt`, { locale: 'en', ...(await signedIn(rockola, admin)) });
  const { id } = (await rockola.send('POST', '/artists', { name: 'es', band: 'es' })).json;
  await rockola.send('POST', '/artists', { name: 'Otro', band: 'es' });
  const artist = `/artists/${id}`;
  const remark = { 'Change-Comment': '"a remark"' };
  await rockola.send('PUT', `${artist}/details`, { type: 'person', place: 'Rosario', from: '1951' }, remark);
  await rockola.send('PUT', `${artist}/details`, { type: 'group', place: 'Tandil', from: '1952' }, { ...remark, 'If-Match': '*' });
  const headings: string[] = [];
  for (const path of ['/artists?band=es', `${artist}/details/edit`, `${artist}/identifiers`, artist]) {
    await page.goto(rockola.url + path);
    headings.push((await page.locator('h1, #mates').last().innerHTML()).replace(/^<bdi>(.*)<\/bdi>$/, '$1'));
  }
  expect(headings).toEqual([
    '<bdi lang="es">es</bdi> and its members',
    'Edit details of <bdi lang="es">es</bdi>',
    'Identifiers of <bdi lang="es">es</bdi> in other catalogues',
    'Also in <bdi lang="es">es</bdi>',
  ]);
  for (const path of ['/history', '/redact?version=1']) {
    await page.goto(`${rockola.url}${artist}/details${path}`);
    const langs: string[][] = [];
    for (const text of ['Rosario', 'person', '1951', 'a remark'])
      langs.push([...new Set(await page.evaluate<string[]>(languagesOf(text)))]);
    expect([path, ...langs]).toEqual([path, ['es'], ['en'], ['en'], ['en']]);
  }
  await close();
});
