import type { ArtistFilter } from '../../model/artistQuery.ts';
import { parentOf, type SearchedKind } from '../../model/record.ts';
import { type Bind, isMatching, parameters } from '../artistList.ts';
import { elementsOf, idsIn, jsonOf, listIds } from '../elements.ts';
import type { Reader } from '../store.ts';

/** Where words are searched: among the names of a record, or in all its searched texts. */
export type Where = 'title' | 'anywhere';

/** A record must have one word of each group. These are words of the index, with only letters and digits. */
export type Groups = string[][];

/** `within`: finds only artists that match it, and their albums. */
export type Bounds = { limit: number; within: ArtistFilter | undefined };

/** Ids of records that match one of several readings, in order of id. */
export async function listMatching(
  reader: Reader,
  kind: SearchedKind,
  readings: Groups[],
  where: Where,
  bounds: Bounds,
): Promise<bigint[]> {
  const usable = readings.filter((groups) => groups.length > 0 && groups.every((words) => words.length > 0)).map(eachOnce);
  if (usable.length === 0) return [];
  const rows = await (reader.engine === 'sqlite' ? matchInFts : matchInArrays)(reader, kind, usable, where, bounds);
  return rows.map(({ id }) => id as bigint);
}

/** The filter as a further condition. @param id the column of the records' ids */
function andWithin(reader: Reader, kind: SearchedKind, id: string, within: ArtistFilter | undefined, bind: Bind): string {
  if (!within) return '';
  if (kind === 'artist') return ` and ${isMatching(reader, within, id, bind)}`;
  return ` and exists (select 1 from ${kind} o where o.id = ${id} and ${isMatching(reader, within, 'o.artist_id', bind)})`;
}

/** Removes repeated groups, which add no condition. */
function eachOnce(groups: Groups): Groups {
  return groups.length < 2 ? groups : [...new Map(groups.map((words) => [words.join(' '), words])).values()];
}

function matchInFts(reader: Reader, kind: SearchedKind, readings: Groups[], where: Where, { limit, within }: Bounds) {
  const joined = (parts: string[], operator: string) => `(${parts.join(` ${operator} `)})`;
  const quoted = (word: string) => `"${word}"`;
  const oneOf = (words: string[]) => joined(words.map(quoted), 'OR');
  const allOf = (groups: Groups) => joined(groups.map(oneOf), 'AND');
  const match = joined(readings.map(allOf), 'OR');
  const { values, bind } = parameters();
  const table = `${kind}_words`;
  const found = `${table} match ${bind(where === 'title' ? `{title} : ${match}` : match)}`;
  return reader.all(
    `select rowid as id from ${table} where ${found}${andWithin(reader, kind, `${table}.rowid`, within, bind)} order by rowid limit ${bind(limit)}`,
    ...values,
  );
}

/**
 * Sizes to which readings and groups are padded with null, so that few different statements are prepared. The planner removes the padding.
 */
const readingSizes = [1, 8, 24];
const groupSizes = [1, 3, 12, 120];

function matchInArrays(reader: Reader, kind: SearchedKind, readings: Groups[], where: Where, { limit, within }: Bounds) {
  const column = where === 'title' ? 'title' : 'words';
  const sizeFor = (count: number, sizes: number[]) => sizes.find((size) => size >= count) ?? count;
  const size = sizeFor(readings.length, readingSizes);
  const groupSize = sizeFor(Math.max(...readings.map((groups) => groups.length)), groupSizes);
  const { values, bind } = parameters();
  function hasOne(words: string[] | undefined, first: boolean): string {
    const list = `cast(${bind(words ? `{${words.map((word) => `"${word}"`).join()}}` : null)} as text[])`;
    return first ? `${column} && ${list}` : `(${list} is null or ${column} && ${list})`;
  }
  const hasAll = (groups: Groups = []) => Array.from({ length: groupSize }, (_, i) => hasOne(groups[i], i === 0)).join(' and ');
  const anyReading = Array.from({ length: size }, (_, i) => `(${hasAll(readings[i])})`).join(' or ');
  // Records with one common word are found fastest in order of id. For several words that no record has together, that order would read all
  // records.
  const order = size * groupSize === 1 && !within ? 'i.id' : 'i.id + 0';
  return reader.all(
    `select i.id from ${kind}_index i where (${anyReading})${andWithin(reader, kind, 'i.id', within, bind)} order by ${order} limit ${bind(limit)}`,
    ...values,
  );
}

/** Ids of records with this name key. */
export async function listNamed(reader: Reader, kind: SearchedKind, key: string, { limit, within }: Bounds): Promise<bigint[]> {
  const { values, bind } = parameters();
  const named = `i.name_key = ${bind(key)}${andWithin(reader, kind, 'i.id', within, bind)}`;
  return listIds(reader, `select i.id from ${kind}_index i where ${named} order by i.id limit ${bind(limit)}`, ...values);
}

export async function listNamedAny(reader: Reader, kind: SearchedKind, keys: string[], limit: number): Promise<bigint[]> {
  return listIds(
    reader,
    `select id from ${kind}_index where name_key in ${elementsOf(reader, '$1')} order by id limit $2`,
    JSON.stringify(keys),
    limit,
  );
}

/** Ids of records whose name keys begin with a text, in order of the keys. */
export async function listNameBeginning(reader: Reader, kind: SearchedKind, key: string, { limit, within }: Bounds): Promise<bigint[]> {
  const { values, bind } = parameters();
  const begins = `i.name_key >= ${bind(key)} and i.name_key < ${bind(`${key}\u{10ffff}`)}`;
  return listIds(
    reader,
    `select i.id from ${kind}_index i where ${begins}${andWithin(reader, kind, 'i.id', within, bind)} order by i.name_key, i.id limit ${bind(limit)}`,
    ...values,
  );
}

/** Ids of the records directly above albums, aliases or tracks, in no order; repeated if several of these belong to one. */
export async function listAbove(reader: Reader, kind: Exclude<SearchedKind, 'artist'>, ids: bigint[]): Promise<bigint[]> {
  if (ids.length === 0) return [];
  return listIds(reader, `select ${parentOf(kind)}_id as id from ${kind} where id in ${idsIn(reader, '$1')}`, jsonOf(ids));
}

/** Albums of artists, up to `each` of every artist, in order of id. */
export async function listAlbumsOf(reader: Reader, artistIds: bigint[], each: number): Promise<bigint[]> {
  if (artistIds.length === 0) return [];
  return listIds(
    reader,
    `select id from (select id, row_number() over (partition by artist_id order by id) as place from album
       where artist_id in ${idsIn(reader, '$1')}) as numbered
     where place <= $2 order by id`,
    jsonOf(artistIds),
    each,
  );
}

/** Albums of a year, in order of their artists; only those of `artistIds` if they are given. */
export async function listAlbumsOfYear(reader: Reader, year: number, { limit, within }: Bounds, artistIds?: bigint[]): Promise<bigint[]> {
  const { values, bind } = parameters();
  const ofYear = `y.year = ${bind(year)}`;
  const ofArtists = artistIds
    ? ` and y.artist_id in ${idsIn(reader, bind(jsonOf(artistIds)))}`
    : andWithin(reader, 'artist', 'y.artist_id', within, bind);
  return listIds(reader, `select y.id from album y where ${ofYear}${ofArtists} order by y.artist_id, y.id limit ${bind(limit)}`, ...values);
}

/** The number of albums of each artist, counted up to `max`. */
export async function countAlbumsOf(reader: Reader, artistIds: bigint[], max: number): Promise<Map<bigint, number>> {
  if (artistIds.length === 0) return new Map();
  const rows = await reader.all(
    `select id, (select count(*) from (select 1 from album where artist_id = ids.id limit ${max}) as counted) as albums
       from (select cast(value as bigint) as id from ${elementsOf(reader, '$1')} as listed) as ids`,
    jsonOf(artistIds),
  );
  return new Map(rows.map(({ id, albums }) => [id as bigint, Number(albums)]));
}
