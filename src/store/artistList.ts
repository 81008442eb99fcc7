import { type Artist, artist } from '../model/artist.ts';
import { type ArtistCursor, type ArtistFilter, isBroad, isFiltered, maxIds, type Sort } from '../model/artistQuery.ts';
import type { EntryKind } from '../model/record.ts';
import { bandOrder } from '../model/sortKey.ts';
import { artists } from './artist.ts';
import { idsIn, jsonOf } from './elements.ts';
import { identified } from './identifier.ts';
import type { Reader, Row, Value } from './store.ts';

/** A filtered list is counted up to here. If that many artists match, they are read in order instead of sorted. */
export const maxCounted = 10_000;

export type ArtistPage = { limit: bigint; offset: bigint; after: bigint | ArtistCursor | undefined; sort: Sort };

/** Collects the values of a statement in the order in which their parameters stand in its text. */
export type Bind = (value: Value) => string;

/**
 * The SQL of a filter. With `oneText` it has every member, null if it is absent: PostgreSQL prepares one statement for all filters, and
 * removes null members when it plans each slow read (`plan_cache_mode`). Otherwise it has only the given members.
 */
type Shape = { engine: Reader['engine']; filter: ArtistFilter; oneText: boolean };

function shapeOf({ engine }: Reader, filter: ArtistFilter): Shape {
  return { engine, filter, oneText: engine === 'postgres' && isBroad(filter) };
}

/** The number of matching artists, counted up to `maxCounted`. */
export async function countMatching(reader: Reader, filter: ArtistFilter): Promise<number> {
  const { values, bind } = parameters();
  const row = await reader.get(
    `select count(*) as found from (${matching(shapeOf(reader, filter), bind)} limit ${maxCounted}) as found`,
    ...values,
  );
  return Number(row?.found);
}

/**
 * The artists of a page, each with its sort key.
 *
 * @param few whether to find the matching artists first and then sort them; else artists are read in order until enough match
 */
export async function listMatching(
  reader: Reader,
  filter: ArtistFilter,
  page: ArtistPage,
  few: boolean,
): Promise<{ artist: Artist; key: string }[]> {
  const { values, bind } = parameters();
  const shape = shapeOf(reader, filter);
  const { column, order, afterCursor } = ordering(page, shape, bind);
  const members = ['id', ...artist.names].map((name) => `a.${name}`);
  const chosen = `select ${members}, ${column} as sort_key`;
  const paged = () => `order by ${order} limit ${bind(page.limit)} offset ${bind(page.after === undefined ? page.offset : 0n)}`;
  const source =
    few && isFiltered(filter)
      ? `with matching as materialized (${matching(shape, bind)}) ${chosen} from matching cross join artist a where a.id = matching.id`
      : `${chosen} from artist a where ${tests(shape, bind, column).join(' and ') || 'true'}`;
  const rows = await reader.all(`${source}${afterCursor()} ${paged()}`, ...values);
  return rows.map((row: Row) => ({ artist: artists.toRecord(row), key: String(row.sort_key) }));
}

export async function keepMatching(reader: Reader, filter: ArtistFilter, ids: bigint[]): Promise<Set<bigint>> {
  const { values, bind } = parameters();
  const isAmongIds = `a.id in ${idsIn(reader, bind(jsonOf(ids)))}`;
  const rows = await reader.all(
    `select a.id from artist a where ${[isAmongIds, ...tests(shapeOf(reader, filter), bind)].join(' and ')}`,
    ...values,
  );
  return new Set(rows.map(({ id }) => id as bigint));
}

/** The number of records of a kind without sort keys. */
export async function countUnsorted(reader: Reader, kind: EntryKind): Promise<number> {
  const row = await reader.get(
    `select count(*) as todo from (select 1 from ${kind} where sort_name is null limit ${maxCounted}) as unsorted`,
  );
  return Number(row?.todo);
}

type KeyRanges = { kind: EntryKind; ranges: { from: string; before: string }[] };

/** The indexes of those ranges of sort keys that have records. */
export async function listFilled(reader: Reader, { kind, ranges }: KeyRanges): Promise<number[]> {
  const { values, bind } = parameters();
  const queries = ranges.map(
    ({ from, before }, at) =>
      `select ${at} as at where exists (select 1 from ${kind} where sort_name >= ${bind(from)} and sort_name < ${bind(before)})`,
  );
  return (await reader.all(queries.join(' union all '), ...values)).map(({ at }) => Number(at));
}

export function parameters(): { values: Value[]; bind: Bind } {
  const values: Value[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

const columns = { id: 'a.id', name: 'a.sort_name', updated: 'a.changed_at' };

function ordering({ sort, after }: ArtistPage, { oneText }: Shape, bind: Bind) {
  const descending = sort.startsWith('-');
  const column = columns[sort.replace('-', '') as keyof typeof columns];
  const direction = descending ? ' desc' : '';
  const byId = column === columns.id;
  const key = (cursor: ArtistCursor) => (column === columns.updated ? BigInt(cursor.key) : cursor.key);
  const sign = descending ? '<' : '>';
  function afterNullableCursor(): string {
    const cursor = typeof after === 'bigint' ? { id: after, key: '' } : after;
    const id = `cast(${bind(cursor?.id ?? null)} as bigint)`;
    if (byId) return ` and (${id} is null or a.id ${sign} ${id})`;
    const sortKey = `cast(${bind(cursor ? key(cursor as ArtistCursor) : null)} as ${column === columns.name ? 'text' : 'bigint'})`;
    return ` and (${id} is null or (${column}, a.id) ${sign} (${sortKey}, ${id}))`;
  }
  return {
    column,
    order: byId ? `a.id${direction}` : `${column}${direction}, a.id${direction}`,
    afterCursor() {
      if (oneText) return afterNullableCursor();
      if (after === undefined) return '';
      if (typeof after === 'bigint') return ` and a.id > ${bind(after)}`;
      return byId ? ` and a.id ${sign} ${bind(after.id)}` : ` and (${column}, a.id) ${sign} (${bind(key(after))}, ${bind(after.id)})`;
    },
  };
}

/** A condition on an artist, for a search that tests artists one by one. @param id the column of the artist's id */
export function isMatching(reader: Reader, filter: ArtistFilter, id: string, bind: Bind): string {
  const { genre, type, ...rest } = filter;
  const exists = (found: string) => `exists (select 1 from ${found})`;
  const matches = (wanted: ArtistFilter) => exists(`artist a where a.id = ${id} and ${tests(shapeOf(reader, wanted), bind).join(' and ')}`);
  if (genre === undefined || type === undefined) return matches(filter);
  const both = exists(`artist_genre g where g.id = ${id} and g.genre = ${bind(genre)} and g.type = ${bind(type)}`);
  return isFiltered(rest) ? `${both} and ${matches({ ...filter, genre: undefined, type: undefined })}` : both;
}

/** The ids of matching artists, found by an index on the part of the filter that usually matches fewest. */
function matching(shape: Shape, bind: Bind): string {
  const source = sourceOf(shape, bind);
  if (!source) return `select a.id from artist a where ${tests(shape, bind).join(' and ')}`;
  const { found, rest } = source;
  if (!isFiltered(rest)) return found;
  // Most tests need only the id of an artist. Reading the row of each artist would cost more than the tests.
  const needsRow = shape.oneText || rest.updated_since !== undefined || rest.has !== undefined;
  const from = needsRow ? 'found cross join artist a where a.id = found.id and' : 'a where';
  return `select a.id from (${found}) ${from} ${tests({ ...shape, filter: rest }, bind).join(' and ')}`;
}

/** SQL that finds ids of artists in another table, and the rest of the filter; undefined if a condition on artists matches fewer. */
function sourceOf(shape: Shape, bind: Bind): { found: string; rest: ArtistFilter } | undefined {
  const { filter, oneText } = shape;
  const { ids, identifier, band, year, decade, type, updated_since, has, lacks } = filter;
  if (ids !== undefined || identifier !== undefined || band !== undefined) return undefined;
  if (year !== undefined || decade !== undefined) {
    const decadeNumber = year === undefined && decade !== undefined ? decade / 10 : undefined;
    const conditions = [
      ...testOf(oneText, bind, year, 'bigint', (parameter) => `year = ${parameter}`),
      ...testOf(oneText, bind, decadeNumber, 'bigint', (parameter) => `(year / 10) = ${parameter}`),
    ];
    const rest = { ...filter, ...(year === undefined ? { decade: undefined } : { year: undefined }) };
    return { found: `select distinct artist_id as id from album where ${conditions.join(' and ')}`, rest };
  }
  if (filter.genre !== undefined && filter.place === undefined) {
    const ofGenre = `select g.id from artist_genre g where g.genre = ${bind(filter.genre)}`;
    const found = type === undefined ? ofGenre : `${ofGenre} and g.type = ${bind(type)}`;
    return { found, rest: { ...filter, genre: undefined, type: undefined } };
  }
  if (filter.place !== undefined || filter.active !== undefined)
    return {
      found: `select d.id from artist_details d where ${detailsTests(shape, bind).join(' and ')}`,
      rest: { ...filter, place: undefined, genre: undefined, active: undefined },
    };
  if (lacks !== undefined && type === undefined && updated_since === undefined && has === undefined)
    return { found: `select l.id from artist_lack l where ${isLack(bind(lacks))}`, rest: { ...filter, lacks: undefined } };
  if (type === undefined) return undefined;
  const stated = `select d.id from artist_details d where d.type = '${type}' and not exists (select 1 from membership m where m.artist_id = d.id)`;
  // No group is in both parts, so `union all` is enough, which removes no duplicates and needs no sort.
  const found = type === 'person' ? stated : `select distinct artist_id as id from membership union all ${stated}`;
  return { found, rest: { ...filter, type: undefined } };
}

/** Whether the row `l` says that an artist lacks this. An artist without details lacks all but an image. */
const isLack = (what: string) => `l.what in (${what}, case ${what} when 'image' then 'image' else 'details' end)`;

const year = (column: string) => `substr(d."${column}", 1, 4)`;

/**
 * Conditions on the details of an artist, `d`, each with one text parameter. Genres are stored as JSON, and no genre has a wildcard of
 * `like`.
 */
const ofDetails = {
  place: (place: string) => `d.place = ${place}`,
  genre: (genre: string) => `d.genres like '%"' || cast(${genre} as text) || '"%'`,
  active: (wanted: string) =>
    `${year('from')} <= ${wanted} and (${year('to')} >= ${wanted} or ${year('to')} is null and coalesce(d.ended, 0) = 0)`,
};

/** @param wrap wraps the condition on a row of the details */
function detailsTests({ filter, oneText }: Shape, bind: Bind, wrap = (condition: string) => condition): string[] {
  const { place, genre, active } = filter;
  const values = { place, genre, active: active === undefined ? undefined : String(active) };
  return (['place', 'genre', 'active'] as const).flatMap((name) =>
    testOf(oneText, bind, values[name], 'text', (parameter) => wrap(ofDetails[name](parameter))),
  );
}

type Condition = (parameter: string) => string;

/** The condition on a value. Without a value: none, or with `oneText` one that is always true. */
function testOf(oneText: boolean, bind: Bind, value: Value | undefined, type: string, condition: Condition): string[] {
  if (!oneText) return value === undefined ? [] : [condition(bind(value))];
  const parameter = `cast(${bind(value ?? null)} as ${type})`;
  return [`(${parameter} is null or ${condition(parameter)})`];
}

/**
 * @param walked the sort column, if artists are read in its order. The engine must use its index; `+` and `|| ''` keep it from using the
 * index of another column.
 */
function tests(shape: Shape, bind: Bind, walked?: string): string[] {
  const { engine, filter, oneText } = shape;
  const { ids, identifier, band, year, decade, type, updated_since, has, lacks } = filter;
  const test = (value: Value | undefined, type: string, condition: Condition) => testOf(oneText, bind, value, type, condition);
  // PostgreSQL turns `exists` into a join, which would read all albums of a decade for the first page of artists.
  const exists = (found: string) => (walked ? `(${found} limit 1) is not null` : `exists (${found})`);
  const hasAlbum = (test: string) => exists(`select 1 from album b where b.artist_id = a.id and ${test}`);
  const hasType = (type: string) => {
    const stated = exists(`select 1 from artist_details d where d.id = a.id and d.type = ${type}`);
    const member = exists('select 1 from membership m where m.artist_id = a.id');
    return `case ${type} when 'group' then ${stated} or ${member} else ${stated} and not ${member} end`;
  };
  const isAmongIds = () => `a.id in (${Array.from({ length: maxIds }, (_, i) => bind(ids?.[i] ?? 0n))})`;
  const isIdentified = (json: string) => `a.id in (${identified({ engine }, 'artist', json)})`;
  const details = detailsTests(shape, bind, (condition) => exists(`select 1 from artist_details d where d.id = a.id and (${condition})`));
  const conditions: Record<Exclude<keyof ArtistFilter, keyof typeof ofDetails>, string[]> = {
    ids: oneText ? test(ids && `{${ids}}`, 'bigint[]', (parameter) => `a.id = any(${parameter})`) : ids ? [isAmongIds()] : [],
    identifier: test(identifier && JSON.stringify(identifier), 'text', isIdentified),
    band: test(band === undefined ? undefined : bandOrder(band), 'text', (key) => `a.sort_band${walked ? ` || ''` : ''} = ${key}`),
    year: test(year, 'bigint', (parameter) => hasAlbum(`b.year = ${parameter}`)),
    decade: test(decade && decade / 10, 'bigint', (parameter) => hasAlbum(`b.year / 10 = ${parameter}`)),
    type: test(type, 'text', hasType),
    updated_since: test(updated_since, 'bigint', (time) => `${walked && walked !== columns.updated ? '+' : ''}a.changed_at >= ${time}`),
    has: test(has, 'text', (parameter) => `a.image${walked ? ` || ''` : ''} <> '' and ${parameter} = 'image'`),
    lacks: test(lacks, 'text', (parameter) => exists(`select 1 from artist_lack l where ${isLack(parameter)} and l.id = a.id`)),
  };
  return [...details, ...Object.values(conditions).flat()];
}
