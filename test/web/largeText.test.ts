import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { openBrowser } from './browser.ts';

/** Pages with text twice as large (WCAG 1.4.4). */
const [browser, rockola] = await Promise.all([openBrowser(), startRockola()]);
afterAll(() => Promise.all([browser.close(), rockola.stop()]));

const paths = [
  '/',
  '/artists',
  '/albums?decade=1970',
  '/bands',
  '/artists/1055',
  '/artists/1055/family',
  '/search?q=clics',
  '/changes',
  '/statistics',
  '/sign-in',
];

/** Words that are split over two lines, and how much wider the page is than its window. Longer words may be hyphenated. */
const faultsOfLargeText = `(() => {
  document.documentElement.style.fontSize = '200%';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const cut = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // The name around a disc has a separate box for each letter.
    if (node.parentElement.closest('svg')) continue;
    for (const { 0: word, index } of node.data.matchAll(/\\p{L}{2,}/gu)) {
      if (word.length > 9) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) cut.push(word);
    }
  }
  const wider = document.documentElement.scrollWidth - innerWidth;
  return [...new Set(cut), ...(wider > 0 ? [wider + 'px wider'] : [])];
})()`;

/** The titles on drawn sleeves of which a word is split. */
const splitTitles = `[...document.querySelectorAll('.sleeve .title')].map((title) => {
  const range = document.createRange();
  const isSplit = [...title.firstChild.data.matchAll(/\\p{L}+/gu)].some(({ 0: word, index }) => {
    range.setStart(title.firstChild, index);
    range.setEnd(title.firstChild, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
  return isSplit ? title.innerText : '';
}).filter(Boolean)`;

test.each([375, 1280])('no word of a title is split on its sleeve in a window of %p pixels', async (width) => {
  const { page, close } = await browser.visit(`${rockola.url}/albums?decade=1970&letter=d`, { viewport: { width, height: 844 } });
  await page.evaluate('document.fonts.ready');
  expect([
    await page.locator('.sleeve .title', { hasText: 'Desatormentándonos' }).count(),
    await page.evaluate<string[]>(splitTitles),
  ]).toEqual([1, []]);
  await close();
});

test.each([375, 1280])('text twice as large fits a window of %p pixels, and no word is cut', async (width) => {
  const found: unknown[] = [];
  for (const path of paths) {
    const { page, close } = await browser.visit(rockola.url + path, { locale: 'es-AR', viewport: { width, height: 844 } });
    await page.evaluate('document.fonts.ready');
    const faults = await page.evaluate<string[]>(faultsOfLargeText);
    if (faults.length > 0) found.push([path, ...faults]);
    await close();
  }
  expect(found).toEqual([]);
});

test('the years above a timeline do not overlap on a phone if text is twice as large', async () => {
  const { page, close } = await browser.visit(`${rockola.url}/artists/1055`, { viewport: { width: 375, height: 844 } });
  const overlaps = await page.evaluate<boolean[]>(`(() => {
    document.documentElement.style.fontSize = '200%';
    const years = [...document.querySelectorAll('.axis text')].map((year) => year.getBoundingClientRect());
    return years.slice(1).map(({ left }, i) => left <= years[i].right);
  })()`);
  expect([...new Set(overlaps)]).toEqual([false]);
  await close();
});
