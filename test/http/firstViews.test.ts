import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_LIMITS: 'on' });
afterAll(() => rockola.stop());

/** The most bytes of a page, its styles, fonts and scripts with their imports, as served. Pictures are not counted. */
const maxBytes = 30_000;

const fetchPacked = (path: string, language: string) =>
  fetch(rockola.url + path, {
    decompress: false,
    headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip', 'Accept-Language': language },
  });
const sizeOf = async (path: string, language: string) => (await (await fetchPacked(path, language)).arrayBuffer()).byteLength;
const textOf = async (path: string) => (await fetch(rockola.url + path)).text();
const captures = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, text = '']) => text);

/** The files that a page or a script loads at once. */
async function filesOf(text: string): Promise<string[]> {
  const loaded = captures(text, /<(?:script|link rel="(?:stylesheet|preload)")[^>]*? (?:src|href)="([^"]+)"/g);
  const imported = captures(text, /^import .* from '\.\/(.+)';$/gm).map((name) => `/assets/${name}`);
  const files = [...loaded, ...imported];
  const more = await Promise.all(files.filter((file) => file.endsWith('.js')).map(async (file) => filesOf(await textOf(file))));
  return [...new Set([...files, ...more.flat()])];
}

test('the first view of a page has at most 30 KB', async () => {
  const sections = captures(await textOf('/docs'), /<h2><a href="([^"]+)"/g);
  expect(sections.length).toBeGreaterThan(10);
  const charly = '/artists/1055-charly-garcia';
  const albums = captures(await textOf(charly), new RegExp(`href="(${charly}/albums/[^"/]+)"`, 'g'));
  const pages = `/ /search?q=paes /artists /albums /bands /statistics ${charly} ${charly}/family ${albums[0]} /changes /problems /sign-in /docs`;
  for (const path of [...pages.split(' '), ...sections]) {
    for (const language of ['es', 'en']) {
      const page = await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': language } });
      const files = await filesOf(await page.text());
      expect([path, page.status, files.length > 2]).toEqual([path, 200, true]);
      const sizes = await Promise.all([path, ...files].map((each) => sizeOf(each, language)));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      expect([path, language, bytes, bytes <= maxBytes]).toEqual([path, language, bytes, true]);
    }
  }
});
