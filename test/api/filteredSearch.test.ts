import { afterAll, expect, test } from 'bun:test';
import { bandOrder } from '../../src/model/sortKey.ts';
import { startRockola } from '../support/harness.ts';
import { newArtist } from '../support/newArtist.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

/** The members of an artist on which filters depend, and the years of its albums. */
type Filterable = { id: bigint; name: string; band: string; image: string; years: number[] };

const random = randomFrom(seed);
/** The number of random searches that a run compares. */
const comparisons = 30;
const pick = (words: readonly string[]) => words[random.below(words.length)] as string;
const count = 240;
/** Words of more artists than an unfiltered search examines: one in names, one in descriptions, one in names of albums. */
const common = ['repetida', 'escondida', 'cantada'] as const;
const bands = ['Zeta Única', 'Los Primeros', 'Ñandú Eléctrico'];
const added: (Filterable & { words: readonly string[] })[] = [];

async function add(n: number): Promise<void> {
  const words = common.filter(() => random.below(10) < 8);
  const [inName, inText, inAlbum] = common.map((word) => words.includes(word));
  // Only the newest artists have this band. A search examines the oldest artists first.
  const band = n > count - 4 ? 'Zeta Única' : pick(bands.slice(1));
  const image = random.below(5) === 0 ? 'https://example.org/a.png' : '';
  const name = `Grupo${n} ${inName ? 'Repetida' : 'Sola'}`;
  const fields = newArtist({ name, band, image, description: inText ? 'una palabra escondida' : '' });
  const { id } = await write('/api/v1/artists', fields);
  const years = Array.from({ length: inAlbum ? 2 : random.below(2) }, () => 1960 + random.below(60));
  for (const year of years)
    await write(`/api/v1/artists/${id}/albums`, { name: inAlbum ? `Cantada${n} cantada` : 'Otro', year, image: '' });
  added.push({ id, name, band, image, years, words });
}

async function write(path: string, body: object) {
  const answer = await rockola.send('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.json;
}

const rockola = await startRockola();
for (let n = 0; n < count; n += 10) await Promise.all(Array.from({ length: 10 }, (_, i) => add(n + i)));
afterAll(() => rockola.stop());

type Filter = { band?: string; year?: number; decade?: number; has?: 'image'; updated_since?: string };

function randomFilter(): Filter {
  const year = 1960 + random.below(60);
  const filter: Filter = {
    ...(random.below(2) === 0 && { band: pick([...bands, 'zeta unica', 'Soda Stereo']) }),
    ...(random.below(4) === 0 && { year }),
    ...(random.below(3) === 0 && { decade: year - (year % 10) }),
    ...(random.below(3) === 0 && { has: 'image' as const }),
    ...(random.below(6) === 0 && { updated_since: '2020-01-01T00:00:00Z' }),
  };
  return Object.keys(filter).length === 0 ? { decade: 1970 } : filter;
}

function matches({ band, year, decade, has }: Filter, artist: Filterable): boolean {
  if (band !== undefined && bandOrder(band) !== bandOrder(artist.band)) return false;
  if (year !== undefined && !artist.years.includes(year)) return false;
  if (decade !== undefined && !artist.years.some((year) => year - (year % 10) === decade)) return false;
  return has === undefined || artist.image !== '';
}

/** The ids of all results of a search. */
async function idsOf(q: string, filter: Filter): Promise<bigint[]> {
  const ids: bigint[] = [];
  const query = new URLSearchParams({ q, limit: '70', ...Object.fromEntries(Object.entries(filter).map(([k, v]) => [k, String(v)])) });
  for (let offset = 0; ; offset += 70) {
    const { status, json } = await rockola.call('GET', `/api/v1/artists?${query}&offset=${offset}`);
    expect(status).toBe(200);
    ids.push(...json.data.map(({ id }: { id: bigint }) => id));
    expect(json.meta.next === null).toBe(ids.length === Number(json.meta.total));
    if (json.meta.next === null) return ids;
  }
}

const sorted = (ids: bigint[]) => ids.map(Number).sort((a, b) => a - b);

test(`a filtered search finds every match, even if more records have the word than an unfiltered search examines (seed ${seed})`, async () => {
  for (const filter of [{ band: 'Zeta Unica' }, ...Array.from({ length: 20 }, randomFilter)]) {
    for (const word of common) {
      const wanted = added.filter((artist) => artist.words.includes(word) && matches(filter, artist)).map(({ id }) => id);
      // A query of the index returns at most 100 records, and an artist with the word in its albums counts twice.
      if (wanted.length > 45) continue;
      expect([word, filter, sorted(await idsOf(word, filter))]).toEqual([word, filter, sorted(wanted)]);
    }
  }
});

test(`a filtered search has the results of the unfiltered one that match the filter, in the same order (seed ${seed})`, async () => {
  const known = new Map<bigint, Filterable>(added.map((artist) => [artist.id, artist]));
  for (const { id, name, band, image } of (await rockola.call('GET', '/api/v1/artists?after=1000&limit=100')).json.data) {
    const albums = (await rockola.call('GET', `/api/v1/artists/${id}/albums?limit=100`)).json.data;
    known.set(id, { id, name, band, image, years: albums.map(({ year }: { year: bigint }) => Number(year)) });
  }
  const ofTestData = /^(otr|sol|rep|gru|can|esc|pal|una)/i;
  const words = [...known.values()]
    .flatMap(({ name }) => name.split(' '))
    .filter((word) => /^\p{L}{3,}$/u.test(word) && !ofTestData.test(word));
  let compared = 0;
  for (let n = 0; compared < comparisons; n++) {
    expect(n).toBeLessThan(100 * comparisons);
    const word = pick(words);
    const q = random.below(3) === 0 ? word.slice(0, -1) : random.below(2) === 0 ? `${word} ${pick(words)}` : word;
    const filter = randomFilter();
    const all = await idsOf(q, {});
    // A larger result may be cut off.
    if (all.length > 40 || !all.every((id) => known.has(id))) continue;
    const wanted = all.filter((id) => matches(filter, known.get(id) as Filterable));
    expect([q, filter, await idsOf(q, filter)]).toEqual([q, filter, wanted]);
    compared++;
  }
});
