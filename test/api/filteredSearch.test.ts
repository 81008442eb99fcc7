import { afterAll, expect, test } from 'bun:test';
import { bandOrder } from '../../src/model/sortKey.ts';
import { startRockola } from '../support/harness.ts';
import { newArtist } from '../support/newArtist.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

/** An artist as its filters see it, with the years of its albums. */
type Known = { id: bigint; name: string; band: string; image: string; years: number[] };

const random = randomFrom(seed);
/** The number of searches that a run compares. Each run has different ones. */
const comparisons = 30;
const oneOf = (words: readonly string[]) => words[random.below(words.length)] as string;
const count = 240;
/** Words that more artists have than an unfiltered search examines: in their names, their descriptions, or the names of their albums. */
const common = ['repetida', 'escondida', 'cantada'] as const;
const bands = ['Zeta Única', 'Los Primeros', 'Ñandú Eléctrico'];
const made: (Known & { words: readonly string[] })[] = [];

async function add(n: number): Promise<void> {
  const words = common.filter(() => random.below(10) < 8);
  const [inName, inText, inAlbum] = common.map((word) => words.includes(word));
  // The newest artists have a band of their own, since a search examines the oldest first.
  const band = n > count - 4 ? 'Zeta Única' : oneOf(bands.slice(1));
  const image = random.below(5) === 0 ? 'https://example.org/a.png' : '';
  const name = `Grupo${n} ${inName ? 'Repetida' : 'Sola'}`;
  const fields = newArtist({ name, band, image, description: inText ? 'una palabra escondida' : '' });
  const { id } = await write('/api/v1/artists', fields);
  const years = Array.from({ length: inAlbum ? 2 : random.below(2) }, () => 1960 + random.below(60));
  for (const year of years)
    await write(`/api/v1/artists/${id}/albums`, { name: inAlbum ? `Cantada${n} cantada` : 'Otro', year, image: '' });
  made.push({ id, name, band, image, years, words });
}

async function write(path: string, body: object) {
  const answer = await rockola.send('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.json;
}

const rockola = await startRockola();
for (let n = 0; n < count; n += 12) await Promise.all(Array.from({ length: 12 }, (_, i) => add(n + i)));
afterAll(() => rockola.stop());

type Filter = { band?: string; year?: number; decade?: number; has?: 'image'; updated_since?: string };

function generated(): Filter {
  const year = 1960 + random.below(60);
  const filter: Filter = {
    ...(random.below(2) === 0 && { band: oneOf([...bands, 'zeta unica', 'Soda Stereo']) }),
    ...(random.below(4) === 0 && { year }),
    ...(random.below(3) === 0 && { decade: year - (year % 10) }),
    ...(random.below(3) === 0 && { has: 'image' as const }),
    ...(random.below(6) === 0 && { updated_since: '2020-01-01T00:00:00Z' }),
  };
  return Object.keys(filter).length === 0 ? { decade: 1970 } : filter;
}

function matches({ band, year, decade, has }: Filter, one: Known): boolean {
  if (band !== undefined && bandOrder(band) !== bandOrder(one.band)) return false;
  if (year !== undefined && !one.years.includes(year)) return false;
  if (decade !== undefined && !one.years.some((year) => year - (year % 10) === decade)) return false;
  return has === undefined || one.image !== '';
}

/** Ids of all that a search finds, page by page. */
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

test(`a filtered search finds every match, even of a word that more records have than an unfiltered search examines (seed ${seed})`, async () => {
  for (const filter of [{ band: 'Zeta Unica' }, ...Array.from({ length: 20 }, generated)]) {
    for (const word of common) {
      const wanted = made.filter((one) => one.words.includes(word) && matches(filter, one)).map(({ id }) => id);
      // A query of the index returns at most 100 records, and an artist with the word in its albums counts as two of them.
      if (wanted.length > 45) continue;
      expect([word, filter, sorted(await idsOf(word, filter))]).toEqual([word, filter, sorted(wanted)]);
    }
  }
}, 300_000);

test(`a filtered search has the results of the unfiltered one that match the filter, in the same order (seed ${seed})`, async () => {
  const known = new Map<bigint, Known>(made.map((one) => [one.id, one]));
  for (const { id, name, band, image } of (await rockola.call('GET', '/api/v1/artists?after=1000&limit=100')).json.data) {
    const albums = (await rockola.call('GET', `/api/v1/artists/${id}/albums?limit=100`)).json.data;
    known.set(id, { id, name, band, image, years: albums.map(({ year }: { year: bigint }) => Number(year)) });
  }
  const own = /^(otr|sol|rep|gru|can|esc|pal|una)/i;
  const words = [...known.values()].flatMap(({ name }) => name.split(' ')).filter((word) => /^\p{L}{3,}$/u.test(word) && !own.test(word));
  let compared = 0;
  for (let n = 0; compared < comparisons; n++) {
    expect(n).toBeLessThan(10 * comparisons);
    const word = oneOf(words);
    const q = random.below(3) === 0 ? word.slice(0, -1) : random.below(2) === 0 ? `${word} ${oneOf(words)}` : word;
    const filter = generated();
    const all = await idsOf(q, {});
    // A larger result may be cut off.
    if (all.length > 40 || !all.every((id) => known.has(id))) continue;
    const wanted = all.filter((id) => matches(filter, known.get(id) as Known));
    expect([q, filter, await idsOf(q, filter)]).toEqual([q, filter, wanted]);
    compared++;
  }
}, 300_000);
