import { afterAll, expect, test } from 'bun:test';
import { system } from '../../src/model/actor.ts';
import { type AlbumFilter, albumQuery, albumSorts } from '../../src/model/albumQuery.ts';
import type { Artist } from '../../src/model/artist.ts';
import { type ArtistFilter, artistQuery, isFiltered, missing, sorts } from '../../src/model/artistQuery.ts';
import { type Band, bandQuery } from '../../src/model/band.ts';
import type { FieldsOf } from '../../src/model/kinds.ts';
import type { SeekSlice } from '../../src/model/page.ts';
import { bandOrder, nameOrder } from '../../src/model/sortKey.ts';
import { findAlbums } from '../../src/operations/album.ts';
import { findArtists } from '../../src/operations/artist.ts';
import { listBands } from '../../src/operations/band.ts';
import { reads } from '../../src/operations/reads.ts';
import { writes } from '../../src/operations/writes.ts';
import type { ListedAlbum } from '../../src/store/albumList.ts';
import { listMatching } from '../../src/store/artistList.ts';
import { each } from '../support/each.ts';
import { newAlbum } from '../support/newAlbum.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';
import { type Engine, openEngines } from './stores.ts';

/** An artist as the test knows it without asking a store. */
type Known = Artist & { years: number[]; members: number; details: FieldsOf<'artist_details'>; changedAt: number };

const random = randomFrom(seed);
const words = [
  'Los',
  'la',
  'Él',
  'Ñandú',
  'nandu',
  'Árbol',
  'arbol',
  'Zas',
  '2',
  '10',
  '007',
  'Sumo',
  '!!!',
  '😀',
  'the',
  "Pappo's",
  '%',
  '_',
] as const;
/** Words of which the texts of the searches are made. */
const searchWords = ['nandu', 'arbol', 'zas', 'sumo', 'zumo', 'papos', 'la', '2', '10', 'thee', 'sum'] as const;
const bands = ['', 'Los Árboles', 'LOS ARBOLES', 'Arboles', 'Ñu', '!!!'] as const;
const years = [1969, 1970, 1979, 1980, 2001] as const;
const images = ['', 'https://example.org/a.jpg'] as const;
const places = ['', 'La Plata', 'la plata', 'Rosario'] as const;
const genres = ['rock', 'pop', 'pop-rock', 'hard-rock'] as const;

const { engines, close } = await openEngines();
afterAll(() => close());

function someArtist(random: Random): Omit<Artist, 'id'> {
  const name = Array.from({ length: 1 + random.below(3) }, () => random.pick(words)).join(' ');
  return { name, description: '', image: random.pick(images), band: random.pick(bands) };
}

function yearsOf(random: Random): number[] {
  return Array.from({ length: random.below(3) }, () => random.pick(years));
}

function someDetails(random: Random): FieldsOf<'artist_details'> {
  const from = random.pick([null, '1969', '1970~', '1970-05', '1979-12-31?'] as const);
  return {
    type: random.pick(['person', 'group', null] as const),
    from,
    to: random.pick([null, '1980', '1980-01', '2001~'] as const),
    ended: random.pick([true, false, null] as const),
    place: random.pick(places),
    genres: genres.filter(() => random.below(3) === 0),
  };
}

async function add({ store }: Engine, { years, members, details, changedAt: _, ...record }: Known): Promise<void> {
  await store.write(writes.createArtist, system, { record, requireId: true });
  const albums = years.map((year) => ({ artistId: record.id, record: newAlbum({ year }), requireId: false }));
  for (const album of albums) await store.write(writes.createAlbum, system, album);
  await store.write(writes.putArtistDetails, system, { artistId: record.id, fields: details, conditions: {} });
  for (let i = 0; i < members; i++)
    await store.write(writes.createMembership, system, { artistId: record.id, record: someMember(i), requireId: false });
}

function someMember(i: number) {
  return { person: null, credited: `${i}`, roles: [], from: null, to: null, ended: null, note: '' };
}

type Params = Record<string, string>;
const maybe = (random: Random, name: string, value: () => string): Params => (random.below(3) === 0 ? { [name]: value() } : {});

/** `draw` gives a random value of the filter. `matches` says whether a record matches a value, by the rules of the documentation. */
type Filter<R> = { draw(random: Random): string; matches(record: R, value: string): boolean };
const filters: Record<Exclude<keyof ArtistFilter, 'identifier'>, Filter<Known>> = {
  ids: {
    draw: (random) => Array.from({ length: 1 + random.below(60) }, () => 1 + random.below(90)).join(),
    matches: ({ id }, ids) => ids.split(',').map(BigInt).includes(id),
  },
  band: oneOf(['los arboles', 'Árboles', 'nu', '!!!', 'nobody'], ({ band }, value) => bandOrder(band) === bandOrder(value)),
  year: oneOf(years.map(String), ({ years }, year) => years.includes(Number(year))),
  decade: oneOf(['1960', '1970', '1980', '2000'], ({ years }, first) => years.some((year) => Math.floor(year / 10) * 10 === Number(first))),
  type: oneOf(['person', 'group'], ({ members, details }, type) => (members > 0 ? 'group' : details.type) === type),
  place: oneOf(['La Plata', 'Rosario', '%'], ({ details }, place) => details.place === place),
  genre: oneOf(genres, ({ details }, genre) => details.genres.some((other) => other === genre)),
  active: oneOf(['1968', '1970', '1979', '1980', '1981', '2002'], ({ details }, year) => wasActive(details, Number(year))),
  updated_since: {
    draw: (random) => new Date(random.below(6)).toISOString(),
    matches: ({ changedAt }, since) => changedAt >= Date.parse(since),
  },
  has: oneOf(['image'], ({ image }) => image !== ''),
  lacks: oneOf(missing, isWithout),
};

/** An album as its table has it. */
type KnownAlbum = { id: bigint; name: string; year: number; artistId: bigint };
const albumFilters: Record<Exclude<keyof AlbumFilter, 'identifier'>, Filter<KnownAlbum>> = {
  year: oneOf(years.map(String), ({ year }, value) => year === Number(value)),
  decade: oneOf(['1960', '1970', '1980', '1990'], ({ year }, first) => Math.floor(year / 10) * 10 === Number(first)),
};

function oneOf<R>(values: readonly string[], matches: Filter<R>['matches']): Filter<R> {
  return { draw: (random) => random.pick(values as [string]), matches };
}

function drawn(known: Record<string, Filter<never>>): Params {
  return Object.assign({}, ...Object.entries(known).map(([name, { draw }]) => maybe(random, name, () => draw(random))));
}

const fits = <R>(known: Record<string, Filter<R>>, record: R, params: Params) =>
  Object.entries(known).every(([name, { matches }]) => params[name] === undefined || matches(record, params[name]));

function someQuery(random: Random): Params {
  return { limit: String(1 + random.below(30)), ...drawn(filters), sort: random.pick(sorts) };
}

/** The ids that a query must find, in order. */
function expected(params: Params): bigint[] {
  const { sort = 'id' } = params;
  const found = known.filter((artist) => fits(filters, artist, params));
  const keys = { id: () => '', name: ({ name }: Known) => nameOrder(name), updated: ({ changedAt }: Known) => String(changedAt) };
  const key = keys[sort.replace('-', '') as keyof typeof keys];
  const sorted = found.toSorted((a, b) => Buffer.compare(Buffer.from(key(a)), Buffer.from(key(b))) || Number(a.id - b.id));
  return (sort.startsWith('-') ? sorted.reverse() : sorted).map(({ id }) => id);
}

function isWithout({ image, details: { place, genres } }: Known, lacks: string): boolean {
  return lacks === 'image' ? image === '' : lacks === 'place' ? place === '' : genres.length === 0;
}

function wasActive({ from, to, ended }: FieldsOf<'artist_details'>, year: number): boolean {
  if (from === null || Number.parseInt(from, 10) > year) return false;
  return to === null ? ended !== true : Number.parseInt(to, 10) >= year;
}

/** Follows a list to its end. @param between called after each page */
async function follow({ store }: Engine, params: Params, between = async () => {}): Promise<{ ids: bigint[]; total: bigint }> {
  const ids: bigint[] = [];
  for (let after: Params = {}; ; ) {
    const slice = await store.read(findArtists, artistQuery.parse({ ...params, ...after }));
    ids.push(...slice.records.map(({ id }) => id));
    if (slice.after === undefined) return { ids, total: slice.total };
    after = { after: slice.after };
    await between();
  }
}

/** Follows a search to its end, by offsets. */
async function searchAll({ store }: Engine, params: Params): Promise<bigint[]> {
  const { sort: _, after: __, limit, q = '', ...filter } = artistQuery.parse({ limit: '100', ...params });
  const ids: bigint[] = [];
  for (let more = true; more; ) {
    const part = { ...filter, q, limit, offset: BigInt(ids.length) };
    const page = await store.readSlow(reads.searchArtists, part, { client: 'test', signal: new AbortController().signal });
    ids.push(...page.records.map(({ id }) => id));
    more = page.more;
  }
  return ids;
}

const known = Array.from({ length: 70 }, (_, i) => ({
  id: BigInt(i + 1),
  ...someArtist(random),
  years: yearsOf(random),
  members: random.below(3),
  details: someDetails(random),
  changedAt: random.below(6),
}));
for (const engine of engines) {
  await each(known, (artist) => add(engine, artist));
  for (const { id, changedAt } of known) await engine.sql(`update artist set changed_at = ${changedAt} where id = ${id}`);
}

test('for any filter and order the pages together have exactly the matching artists, on both engines', async () => {
  for (let i = 0; i < 150; i++) {
    const params = someQuery(random);
    const wanted = expected(params);
    for (const engine of engines) {
      const { ids, total } = await follow(engine, params);
      expect([engine.name, seed, params, ids, total]).toEqual([engine.name, seed, params, wanted, BigInt(wanted.length)]);
    }
  }
});

test('each band comes once with the number of its artists, in order of name, at any page length', async () => {
  const groups = Map.groupBy(known, ({ band }) => bandOrder(band));
  groups.delete('');
  const wanted = [...groups]
    .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([, group]) => ({ band: group[0]?.band as string, artists: BigInt(group.length) }));
  for (const { name, store } of engines)
    for (const limit of ['1', '2', '100']) {
      const found: Band[] = [];
      for (let after: Params | undefined = {}; after; ) {
        const slice: SeekSlice<Band> = await store.read(listBands, bandQuery.parse({ limit, ...after }));
        found.push(...slice.records);
        expect(slice.total).toBe(BigInt(wanted.length));
        after = slice.after === undefined ? undefined : { after: slice.after };
      }
      expect([name, seed, found]).toEqual([name, seed, wanted]);
      const second = await store.read(listBands, bandQuery.parse({ limit, offset: '1' }));
      expect(second.records).toEqual(wanted.slice(1, 1 + Number(limit)));
    }
});

test('a filtered search has the matching results of the unfiltered one in the same order, and seldom others, on both engines', async () => {
  const answers: string[][] = [[], []];
  let withMore = 0;
  for (let i = 0; i < 60; i++) {
    const { ids: _, sort: __, limit = '', ...filter } = someQuery(random);
    const q = Array.from({ length: 1 + random.below(2) }, () => random.pick(searchWords)).join(' ');
    const matching = new Set(expected(filter));
    for (const [index, engine] of engines.entries()) {
      const all = await searchAll(engine, { q });
      answers[index]?.push(all.join());
      const wanted = all.filter((id) => matching.has(id));
      const found = await searchAll(engine, { q, limit, ...filter });
      const context = [engine.name, seed, q, filter];
      // A search examines a limited number of records. With a filter only matching records count towards the limit, so it may find more.
      expect([...context, found.filter((id) => all.includes(id))]).toEqual([...context, wanted]);
      expect([...context, found.filter((id) => !matching.has(id))]).toEqual([...context, []]);
      if (found.length > wanted.length) withMore++;
    }
  }
  expect(answers[0]).toEqual(answers[1] as string[]);
  expect(withMore).toBeLessThanOrEqual(6);
});

test('a filter that matches so many records that they are read in order has the same results', async () => {
  for (let i = 0; i < 60; i++) {
    const params = someQuery(random);
    const { limit, sort, after: _, offset, ...filter } = artistQuery.parse(params);
    if (!isFiltered(filter)) continue;
    const page = { limit, offset, after: undefined, sort };
    for (const { name, store } of engines) {
      const found = await store.read((reader) => listMatching(reader, filter, page, false), null);
      expect([name, seed, params, found.map(({ artist }) => artist.id)]).toEqual([
        name,
        seed,
        params,
        expected(params).slice(0, Number(limit)),
      ]);
    }
  }
});

test('an unchanged record comes exactly once, whatever records are added, renamed and deleted between pages', async () => {
  for (const engine of engines)
    for (const sort of ['id', '-id', 'name', '-name', '-updated', 'updated']) {
      const touched = new Set<bigint>();
      const { ids } = await follow(engine, { limit: '7', sort }, () => disturb(engine, touched));
      const stayed = (all: bigint[]) => all.filter((id) => !touched.has(id)).toSorted((a, b) => Number(a - b));
      expect([engine.name, seed, sort, stayed(ids)]).toEqual([engine.name, seed, sort, stayed(await idsOf(engine))]);
    }
});

/** Adds an artist, renames one and removes one. @param touched receives their ids */
async function disturb(engine: Engine, touched: Set<bigint>): Promise<void> {
  const { store } = engine;
  const record = { id: 1000n + BigInt(random.below(10 ** 9)), ...someArtist(random) };
  await store.write(writes.createArtist, system, { record, requireId: true });
  const ids = (await idsOf(engine)) as [bigint];
  const [renamed, removed] = [random.pick(ids), random.pick(ids)];
  await store.write(writes.patchArtist, system, { artistId: renamed, fields: { name: random.pick(words) }, conditions: {} });
  await store.write(writes.deleteArtist, system, { artistId: removed, conditions: {} });
  for (const id of [record.id, renamed, removed]) touched.add(id);
}

async function idsOf({ sql }: Engine): Promise<bigint[]> {
  return (await sql('select id from artist order by id')).map(({ id }) => BigInt(id as number));
}

type Shown = Pick<ListedAlbum, 'id' | 'name' | 'year'>;

test('for any filter and order the pages have each matching album once, with its artist, on both engines', async () => {
  const key = { id: () => '', name: ({ name }: Shown) => nameOrder(name), year: ({ year, name }: Shown) => `${year} ${nameOrder(name)}` };
  for (let i = 0; i < 40; i++) {
    const [sort, limit] = [random.pick(albumSorts), String(1 + random.below(20))];
    const params = drawn(albumFilters);
    const keyOf = key[sort.replace('-', '') as keyof typeof key];
    for (const { name, store, sql } of engines) {
      const wanted = (await sql('select id, name, year, artist_id from album'))
        .map((row) => ({
          id: BigInt(row.id as number),
          name: String(row.name),
          year: Number(row.year),
          artistId: BigInt(row.artist_id as number),
        }))
        .filter((album) => fits(albumFilters, album, params))
        .toSorted((a, b) => Buffer.compare(Buffer.from(keyOf(a)), Buffer.from(keyOf(b))) || Number(a.id - b.id));
      const found: ListedAlbum[] = [];
      for (let after: Params | undefined = {}; after; ) {
        const slice: SeekSlice<ListedAlbum> = await store.read(findAlbums, albumQuery.parse({ sort, limit, ...params, ...after }));
        found.push(...slice.records);
        expect(slice.total).toBe(BigInt(wanted.length));
        after = slice.after === undefined ? undefined : { after: slice.after };
      }
      const inOrder = sort.startsWith('-') ? wanted.toReversed() : wanted;
      const context = [name, seed, sort, limit, params];
      expect([...context, found.map(({ id }) => id)]).toEqual([...context, inOrder.map(({ id }) => id)]);
      expect(found.map(({ artist }) => artist.id)).toEqual(inOrder.map(({ artistId }) => artistId));
      const names = new Map((await sql('select id, name from artist')).map(({ id, name }) => [BigInt(id as number), name]));
      expect(found.map(({ artist }) => artist.name)).toEqual(found.map(({ artist }) => names.get(artist.id) as string));
    }
  }
});
