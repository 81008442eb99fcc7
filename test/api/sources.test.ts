import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const { send } = rockola;
const get = (path: string, headers: Record<string, string> = {}) => rockola.call('GET', path, { headers });
const add = async (list: string, body: object) => (await send('POST', list, body)).headers.get('location') as string;
const idOf = (path: string) => BigInt(path.split('/').at(-1) as string);
const artistPath = () => add('/api/v1/artists', { name: 'Soda Stereo' });
const albumPath = async () => add(`${await artistPath()}/albums`, { name: 'Doble vida', year: 1988 });

const url = 'https://example.org/doble-vida';

test('a source may give another year, and the album keeps its own', async () => {
  const album = await albumPath();
  const before = (await get(album)).text;
  const sources = `${album}/sources`;
  await add(sources, { about: 'album', supports: '/year', rank: 'preferred', text: 'La tapa' });
  await add(sources, { about: 'album', supports: '/year', value: ' 1989 ', rank: 'disputed', url, accessed: '2026-11-24' });
  const { data, meta } = (await get(sources)).json;
  expect([data.map(({ value, rank }: { value: string; rank: string }) => [value, rank]), meta.total]).toEqual([
    [
      ['', 'preferred'],
      ['1989', 'disputed'],
    ],
    2n,
  ]);
  expect((await get(album)).text).toBe(before);
});

test('a list of facts has the number of sources of each, and its ETag changes with these numbers', async () => {
  const artist = await artistPath();
  const other = await artistPath();
  const member = await add(`${artist}/members`, { credited: 'Zeta', person: idOf(other) });
  await add(`${artist}/members`, { credited: 'X' });
  const counts = async (list: string) => (await get(list)).json.data.map(({ sources }: { sources: bigint }) => sources);
  const tag = async () => (await get(`${artist}/members`)).headers.get('etag') as string;
  const before = await tag();
  const source = await add(`${artist}/sources`, { about: 'membership', record: idOf(member), url });
  await add(`${artist}/sources`, { about: 'membership', record: idOf(member), supports: '/from', value: '1982', url });
  await add(`${artist}/sources`, { about: 'artist', url });
  expect([await counts(`${artist}/members`), await counts(`${other}/bands`)]).toEqual([[2n, 0n], [2n]]);
  expect((await get(`${artist}/members`, { 'If-None-Match': before })).status).toBe(200);
  const after = await tag();
  await send('DELETE', source);
  expect([await counts(`${artist}/members`), (await get(`${artist}/members`, { 'If-None-Match': after })).status]).toEqual([[1n, 0n], 200]);
});

test('a source stays when its fact is deleted, and counts again when the fact is restored; both go and come back with the artist', async () => {
  const artist = await artistPath();
  const member = await add(`${artist}/members`, { credited: 'Zeta' });
  const source = await add(`${artist}/sources`, { about: 'membership', record: idOf(member), url });
  await send('DELETE', member);
  expect([(await get(source)).status, (await send('PATCH', source, { quote: 'x' })).status]).toEqual([200, 200]);
  const { json } = await send('POST', `${artist}/sources`, { about: 'membership', record: idOf(member), text: 'x' });
  expect(json.errors).toEqual([{ pointer: '/record', detail: 'is the id of no membership' }]);
  await send('POST', `${member}/reversions`, { version: 1 });
  await send('DELETE', artist);
  expect((await get(source)).status).toBe(404);
  await send('POST', `${artist}/reversions`, { version: 1 });
  expect((await get(`${artist}/members`)).json.data[0].sources).toBe(1n);
});

test('a source with errors is refused, and the refusal names each error', async () => {
  const artist = await artistPath();
  const [album, other] = [await albumPath(), await artistPath()];
  const track = idOf(await add(`${album}/tracks`, { position: 1, title: 'Picnic en el 4º B' }));
  const ofOther = idOf(await add(`${other}/members`, { credited: 'Zeta' }));
  const ofArtist = idOf(await add(`${artist}/members`, { credited: 'Zeta' }));
  const source = (about: string, more: object) => ({ about, url, ...more });
  for (const [parent, body, pointers] of [
    ...['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org', 'https://a:b@example.org', '//example.org'].map((url) => [
      artist,
      source('artist', { url }),
      ['/url'],
    ]),
    [artist, { about: 'artist' }, ['/url']],
    [artist, source('artist', { quote: 'x'.repeat(301) }), ['/quote']],
    [artist, source('artist', { accessed: '2026-13' }), ['/accessed']],
    [artist, source('album', {}), ['/about']],
    [artist, source('artist', { supports: '/year' }), ['/supports']],
    [artist, source('artist', { supports: '/from' }), ['/supports']],
    [artist, source('artist', { value: 'x' }), ['/value']],
    [artist, source('artist', { supports: '/name', rank: 'disputed' }), ['/value']],
    [artist, source('artist', { record: ofArtist }), ['/record']],
    [artist, source('membership', {}), ['/record']],
    [artist, source('membership', { record: ofOther }), ['/record']],
    [artist, source('artist_details', { supports: '/from', value: '1982' }), ['/record']],
    ...['9999', '-0001', '1973-13', 'x', '1849'].map((value) => [
      artist,
      source('membership', { record: ofArtist, supports: '/from', value }),
      ['/value'],
    ]),
    [artist, source('membership', { record: ofArtist, supports: '/roles', value: 'bass, triangle' }), ['/value']],
    [artist, source('membership', { record: ofArtist, supports: '/ended', value: 'maybe' }), ['/value']],
    ...['1899', '9999', '-1', '19.5', '1989x', '1'.repeat(500)].map((value) => [
      album,
      source('album', { supports: '/year', value }),
      ['/value'],
    ]),
    [album, source('track', { record: track + 1n, supports: '/name', text: '' }), ['/supports', '/record']],
  ] as [string, object, string[]][]) {
    const { status, json } = await send('POST', `${parent}/sources`, body);
    expect([body, status, json.errors?.map((error: { pointer: string }) => error.pointer)]).toEqual([body, 400, pointers]);
  }
  expect((await get(`${artist}/sources`)).json.meta.total).toBe(0n);
});

test.each([
  ['roles', 'bass,vocals', 'bass, vocals'],
  ['ended', 'true', 'true'],
  ['from', ' 1982~ ', '1982~'],
  ['person', '7', '7'],
])('the value of a source for %s is normalised like the member itself', async (member, value, normal) => {
  const artist = await artistPath();
  const record = idOf(await add(`${artist}/members`, { credited: 'Zeta' }));
  const body = { about: 'membership', record, supports: `/${member}`, value, text: 'x' };
  expect((await send('POST', `${artist}/sources`, body)).json.value).toBe(normal);
  const again = await send('POST', `${artist}/sources`, { ...body, value: normal });
  expect(again.json.errors[0]).toEqual({ pointer: '/about', detail: expect.stringContaining(`says the same as ${artist}/sources/`) });
});
