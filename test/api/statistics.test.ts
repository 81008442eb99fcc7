import { afterAll, expect, test } from 'bun:test';
import { missing } from '../../src/model/artistQuery.ts';
import type { Statistics } from '../../src/model/statistics.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
// Starts the thread of slow reads, whose start would otherwise delay the first count.
await rockola.call('GET', '/api/v1/bands');
afterAll(() => rockola.stop());

const read = async () => (await rockola.call('GET', '/api/v1/statistics')).json;
const send = async (method: string, path: string, body: object) =>
  (await rockola.call(method, `/api/v1/artists${path}`, { key: rockola.adminKey, body })).json;

/** In ms. After a count the service waits a hundred times its duration until the next, on a busy machine many seconds. */
const maxWait = 200_000;

/** The numbers once they are as expected, or else after the longest wait. */
async function readUntil(isWanted: (found: Statistics) => boolean) {
  const start = performance.now();
  let found = await read();
  while (!isWanted(found) && performance.now() - start < maxWait) {
    await Bun.sleep(50);
    found = await read();
  }
  return found;
}

async function expectNumbers(wanted: object): Promise<void> {
  expect(await readUntil((found) => Bun.deepEquals(found, wanted as Statistics))).toEqual(wanted);
}

const none = { artists: 0n, albums: 0n, decades: [], places: [], genres: [], without_image: 0n, without_place: 0n, without_genre: 0n };

async function add(i: number, place: string, genres: string[], years: number[]): Promise<bigint> {
  const image = i % 2 === 0 ? '' : 'https://example.org/uno.jpg';
  const { id } = await send('POST', '', { name: `Banda ${i}`, image });
  await send('PUT', `/${id}/details`, { type: null, from: null, to: null, ended: null, place, genres });
  for (const year of years) await send('POST', `/${id}/albums`, { name: `Disco ${year}`, year });
  return id;
}

test('an empty catalogue counts nothing, and every change is counted, deletions too', async () => {
  await expectNumbers(none);
  const first = await add(0, 'La Plata', ['punk', 'rock'], [1969, 1970, 1979]);
  await add(1, 'La Plata', ['punk'], [1970]);
  await add(2, '', [], []);
  await send('POST', '', { name: 'Sin datos' });
  await expectNumbers({
    ...{ artists: 4n, albums: 4n },
    decades: [
      { decade: 1960n, artists: 1n, albums: 1n },
      { decade: 1970n, artists: 2n, albums: 3n },
    ],
    places: [{ place: 'La Plata', artists: 2n }],
    genres: [
      { genre: 'punk', artists: 2n },
      { genre: 'rock', artists: 1n },
    ],
    ...{ without_image: 3n, without_place: 2n, without_genre: 2n },
  });
  await rockola.call('DELETE', `/api/v1/artists/${first}`, { key: rockola.adminKey });
});

test('only the 20 places with the most artists are shown; places with equal numbers are in alphabetical order', async () => {
  for (let i = 0; i < 21; i++) await add(i, `Pueblo ${String.fromCharCode(117 - i)}`, [], []);
  await add(21, 'Pueblo u', [], []);
  const names = ['Pueblo u', 'La Plata', ...Array.from('abcdefghijklmnopqr', (letter) => `Pueblo ${letter}`)];
  const { places } = await readUntil((found) => found.places[0]?.place === 'Pueblo u');
  expect(places.map(({ place }: { place: string }) => place)).toEqual(names);
});

test('each number equals the total of the list with the same filter', async () => {
  const { decades, places, genres, ...found } = await read();
  const total = async (query: string) => (await rockola.call('GET', `/api/v1${query}`)).json.meta.total;
  for (const { decade, artists, albums } of decades)
    expect([decade, await total(`/artists?decade=${decade}`), await total(`/albums?decade=${decade}`)]).toEqual([decade, artists, albums]);
  for (const { place, artists } of places) expect(await total(`/artists?place=${encodeURIComponent(place)}`)).toBe(artists);
  for (const { genre, artists } of genres) expect(await total(`/artists?genre=${genre}`)).toBe(artists);
  for (const lacks of missing) expect([lacks, await total(`/artists?lacks=${lacks}`)]).toEqual([lacks, found[`without_${lacks}`]]);
});

test('the page has the numbers of the API, each a link to its list', async () => {
  const { decades, places, genres, ...found } = await read();
  const page = await (await fetch(`${rockola.url}/statistics?lang=en`, { headers: { Accept: 'text/html' } })).text();
  const table = [...page.matchAll(/<td><a href="([^"]*)">([^<]*)/g)].map(([, link, shown]) => [link, shown]);
  expect(table).toEqual([
    ...decades.flatMap(({ decade, artists, albums }: Record<string, bigint>) => [
      [`/albums?decade=${decade}`, `${albums}`],
      [`/artists?decade=${decade}`, `${artists}`],
    ]),
    ...places.map(({ place, artists }: Record<string, string>) => [`/artists?place=${place?.replaceAll(' ', '+')}`, `${artists}`]),
    ...genres.map(({ genre, artists }: Record<string, string>) => [`/artists?genre=${genre}`, `${artists}`]),
    ...missing.map((lacks) => [`/artists?lacks=${lacks}`, `${found[`without_${lacks}`]}`]),
  ]);
});

test('the page is cached only when its numbers are current', async () => {
  const headers = { Accept: 'text/html', 'Accept-Language': 'en' };
  const readPage = async () => (await fetch(`${rockola.url}/statistics`, { headers })).text();
  const { artists } = await read();
  await readPage();
  await send('POST', '', { name: 'Otra' });
  const start = performance.now();
  while (!(await readPage()).includes(`${artists + 1n} artists`) && performance.now() - start < maxWait) await Bun.sleep(50);
  expect(await readPage()).toContain(`${artists + 1n} artists`);
});
