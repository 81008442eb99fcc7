import { afterAll, expect, test } from 'bun:test';
import { licenceUrl } from '../../src/model/licence.ts';
import { startRockola } from '../support/harness.ts';

const credit = 'Archivo <del> Rock';
const rockola = await startRockola({ ROCKOLA_LICENCE: 'CC-BY-4.0', ROCKOLA_CREDIT: credit });
afterAll(() => rockola.stop());

const inLinkedData = { sdLicense: 'https://creativecommons.org/licenses/by/4.0/', sdPublisher: { '@type': 'Organization', name: credit } };
const url = 'https://creativecommons.org/licenses/by/4.0/';
const get = (path: string, headers: Record<string, string> = {}) => fetch(rockola.url + path, { headers });

test('every answer about the catalogue links to the licence, and no other answer does', async () => {
  const link = `<${url}>; rel="license"`;
  const linkOf = async (path: string) => (await get(path)).headers.get('link');
  expect(await linkOf('/api/v1/artists/1001')).toBe(link);
  expect(await linkOf('/api/v1/export?kind=track')).toBe(link);
  expect(await linkOf('/api/v1/artists?limit=1')).toMatch(/rel="next", <https:\/\/creativecommons/);
  expect((await rockola.call('GET', '/api/v1/user', { key: rockola.adminKey })).headers.get('link')).toBeNull();
});

test('the export, JSON-LD, the feed and the pages name the licence and the credit', async () => {
  const [head = ''] = (await (await get('/api/v1/export?kind=track')).text()).split('\n');
  expect(JSON.parse(head)).toMatchObject({ licence: 'CC-BY-4.0', credit });
  expect((await rockola.cli(['export', '--kind', 'track'])).out).toStartWith(head);
  for (const path of ['/api/v1/artists/1001', '/api/v1/artists/1001/albums/1001']) {
    const answer = await get(path, { Accept: 'application/ld+json' });
    if (answer.status === 200) expect(await answer.json()).toMatchObject(inLinkedData);
    else expect([path, answer.status]).toEqual(['/api/v1/artists/1001/albums/1001', 404]);
  }
  const feed = await (await get('/changes.atom')).text();
  expect(feed).toContain(`<link rel="license" href="${url}"/>\n<rights>CC-BY-4.0, ${url}, Archivo &lt;del&gt; Rock</rights>`);
  const page = await (await get('/artists/1001', { 'Accept-Language': 'en' })).text();
  expect(page).toContain(`<a href="${url}" rel="license">`);
  expect(page).toContain(`"sdLicense":"${url}","sdPublisher":{"@type":"Organization","name":"Archivo`);
  expect(page).toContain('<li>Archivo &lt;del&gt; Rock</li>');
  expect(JSON.parse(await (await get('/api/v1/export?format=jsonld&ids=1001&kind=artist')).text())).toMatchObject(inLinkedData);
  const harvested = await (await get('/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:127.0.0.1:artist/1001')).text();
  expect(harvested).toContain(`<dc:rights>${url}</dc:rights><dc:rights>Archivo &lt;del&gt; Rock</dc:rights>`);
});

test.each([
  ['CC0-1.0', 'https://creativecommons.org/publicdomain/zero/1.0/'],
  ['CC-BY-NC-SA-3.0', 'https://creativecommons.org/licenses/by-nc-sa/3.0/'],
  ['CC-BY-3.0-AT', 'https://spdx.org/licenses/CC-BY-3.0-AT.html'],
  ['ODbL-1.0', 'https://spdx.org/licenses/ODbL-1.0.html'],
])('the address of %s is %s', (id, address) => expect(licenceUrl(id)).toBe(address));
