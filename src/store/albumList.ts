import type { Album } from '../model/album.ts';
import { album } from '../model/album.ts';
import type { AlbumCursor, AlbumFilter, AlbumSort } from '../model/albumQuery.ts';
import type { PageQuery, SeekSlice } from '../model/page.ts';
import { albums } from './album.ts';
import type { NamedArtist } from './artist.ts';
import { type Bind, maxCounted, parameters } from './artistList.ts';
import { identified } from './identifier.ts';
import { readSlice } from './rows.ts';
import type { Reader, Row } from './store.ts';

export type AlbumPage = { limit: bigint; offset: bigint; after: bigint | AlbumCursor | undefined; sort: AlbumSort };
export type ListedAlbum = Album & { artist: NamedArtist };

/** The number of matching albums, counted up to `maxCounted`. */
export async function countMatchingAlbums(reader: Reader, filter: AlbumFilter): Promise<number> {
  const { values, bind } = parameters();
  const matching = `select 1 from album b where ${tests(reader, filter, bind)} limit ${maxCounted}`;
  return Number((await reader.get(`select count(*) as found from (${matching}) as found`, ...values))?.found);
}

/**
 * The albums of a page, each with its artist and its sort key.
 *
 * @param few whether to find the matching albums first and then sort them; else albums are read in order until enough match
 */
export async function listMatchingAlbums(
  reader: Reader,
  filter: AlbumFilter,
  { limit, offset, after, sort }: AlbumPage,
  few: boolean,
): Promise<{ album: ListedAlbum; key: string }[]> {
  const { values, bind } = parameters();
  const { key, columns } = orders[sort.replace('-', '') as keyof typeof orders];
  const direction = sort.startsWith('-') ? ' desc' : '';
  const chosen = `select ${members}, ${key} as sort_key, a.id as artist_id, a.name as artist_name`;
  // SQLite executes a cross join from left to right.
  const source = few
    ? `with matching as materialized (select b.id from album b where ${tests(reader, filter, bind)})
       ${chosen} from matching cross join album b cross join artist a where b.id = matching.id and a.id = b.artist_id`
    : `${chosen} from album b cross join artist a where a.id = b.artist_id and ${tests(reader, filter, bind, '+')}`;
  const rows = await reader.all(
    `${source}${afterCursor(sort, after, columns, bind)}
     order by ${columns.map((column) => `${column}${direction}`)} limit ${bind(limit)} offset ${bind(after === undefined ? offset : 0n)}`,
    ...values,
  );
  return rows.map((row) => ({ album: toListed(row), key: String(row.sort_key) }));
}

/** The albums of an artist and those that credit it. */
export function listWithCredited(reader: Reader, artistId: bigint, page: PageQuery): Promise<SeekSlice<ListedAlbum>> {
  const ids = 'select id from album where artist_id = $1 union select album_id from credit where artist = $1';
  const select = `select ${members}, a.id as artist_id, a.name as artist_name from (${ids}) own cross join album b cross join artist a`;
  return readSlice(reader, { select, where: 'b.id = own.id and a.id = b.artist_id', id: 'b.id', toObject: toListed }, [artistId], page);
}

function toListed(row: Row): ListedAlbum {
  return { ...albums.toRecord(row), artist: { id: row.artist_id as bigint, name: row.artist_name as string } };
}

const members = ['id', ...album.names].map((name) => `b.${name}`);

/** For each order: the columns to sort by, and the sort key, which a cursor holds beside the id. */
const orders = {
  id: { columns: ['b.id'], key: `''` },
  name: { columns: ['b.sort_name', 'b.id'], key: 'b.sort_name' },
  year: { columns: ['b.year', 'b.sort_name', 'b.id'], key: `b.year || ' ' || b.sort_name` },
};

function afterCursor(sort: AlbumSort, after: AlbumPage['after'], columns: string[], bind: Bind): string {
  if (after === undefined) return '';
  const values = typeof after === 'bigint' ? [after] : [...keysOf(sort, after.key), after.id];
  return ` and (${columns}) ${sort.startsWith('-') ? '<' : '>'} (${values.map(bind)})`;
}

function keysOf(sort: AlbumSort, key: string): (string | bigint)[] {
  if (sort.endsWith('id')) return [];
  return sort.endsWith('year') ? [BigInt(key.slice(0, 4)), key.slice(5)] : [key];
}

/** @param sign `+` to read albums in order: a `+` before a column keeps SQLite from using another index for that column */
function tests(reader: Reader, { year, decade, identifier }: AlbumFilter, bind: Bind, sign = ''): string {
  const test = <V>(value: V | undefined, condition: (value: V) => string) => (value === undefined ? [] : [`${sign}b.${condition(value)}`]);
  const conditions: Record<keyof AlbumFilter, string[]> = {
    year: test(year, (value) => `year = ${bind(BigInt(value))}`),
    decade: test(decade, (first) => `year between ${bind(BigInt(first))} and ${bind(BigInt(first + 9))}`),
    identifier: test(identifier, (wanted) => `id in (${identified(reader, 'album', bind(JSON.stringify(wanted)))})`),
  };
  return Object.values(conditions).flat().join(' and ') || 'true';
}
