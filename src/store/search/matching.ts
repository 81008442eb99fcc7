import type { Kind } from '../../model/record.ts';
import type { Reader } from '../store.ts';
import { elementsOf } from './elements.ts';

/** Where words are looked for: among the names of a record, or in all that is searched. */
export type Where = 'title' | 'anywhere';

/** What a record must have: of each group one word. Words are as the index has them, of letters and digits alone. */
export type Groups = string[][];

/** Ids of records that have what one of several readings asks for, in order of id. */
export async function listMatching(reader: Reader, kind: Kind, readings: Groups[], where: Where, limit: number): Promise<bigint[]> {
  const asked = readings.filter((groups) => groups.length > 0 && groups.every((words) => words.length > 0)).map(eachOnce);
  if (asked.length === 0) return [];
  const rows = await (reader.engine === 'sqlite' ? matchInFts : matchInArrays)(reader, kind, asked, where, limit);
  return rows.map(({ id }) => id as bigint);
}

/** A word that is asked for again asks for nothing more. */
function eachOnce(groups: Groups): Groups {
  return groups.length < 2 ? groups : [...new Map(groups.map((words) => [words.join(' '), words])).values()];
}

function matchInFts(reader: Reader, kind: Kind, readings: Groups[], where: Where, limit: number) {
  const any = (parts: string[], operator: string) => `(${parts.join(` ${operator} `)})`;
  const words = (group: string[]) =>
    any(
      group.map((word) => `"${word}"`),
      'OR',
    );
  const match = any(
    readings.map((groups) => any(groups.map(words), 'AND')),
    'OR',
  );
  return reader.all(
    `select rowid as id from ${kind}_words where ${kind}_words match $1 order by rowid limit $2`,
    where === 'title' ? `{title} : ${match}` : match,
    limit,
  );
}

function matchInArrays(reader: Reader, kind: Kind, readings: Groups[], where: Where, limit: number) {
  const column = where === 'title' ? 'title' : 'words';
  const lists = readings.flat().map((words) => `{${words.map((word) => `"${word}"`).join()}}`);
  let place = 0;
  const conditions = readings.map((groups) => `(${groups.map(() => `${column} && cast($${++place} as text[])`).join(' and ')})`);
  // What has one common word is found soonest by going through all; for several words that may never meet it would be a walk in vain.
  const order = lists.length === 1 ? 'id' : 'id + 0';
  return reader.all(`select id from ${kind}_index where ${conditions.join(' or ')} order by ${order} limit $${place + 1}`, ...lists, limit);
}

/** Ids of records whose name has a key, in order of id. */
export async function listNamed(reader: Reader, kind: Kind, key: string, limit: number): Promise<bigint[]> {
  const rows = await reader.all(`select id from ${kind}_index where name_key = $1 order by id limit $2`, key, limit);
  return rows.map(({ id }) => id as bigint);
}

/** Ids of records whose name has one of these keys, in order of id. */
export async function listNamedAny(reader: Reader, kind: Kind, keys: string[], limit: number): Promise<bigint[]> {
  const rows = await reader.all(
    `select id from ${kind}_index where name_key in ${elementsOf(reader, '$1')} order by id limit $2`,
    JSON.stringify(keys),
    limit,
  );
  return rows.map(({ id }) => id as bigint);
}

/** Ids of records whose name's key begins so, in order of the keys. */
export async function listNameBeginning(reader: Reader, kind: Kind, key: string, limit: number): Promise<bigint[]> {
  const rows = await reader.all(
    `select id from ${kind}_index where name_key >= $1 and name_key < $2 order by name_key, id limit $3`,
    key,
    `${key}\u{10ffff}`,
    limit,
  );
  return rows.map(({ id }) => id as bigint);
}

/** The artists of albums, each once, in order of id. */
export async function listArtistsOf(reader: Reader, albumIds: bigint[]): Promise<bigint[]> {
  if (albumIds.length === 0) return [];
  const rows = await reader.all(
    `select distinct artist_id as id from album where id in (select cast(value as bigint) from ${elementsOf(reader, '$1')} as ids) order by id`,
    JSON.stringify(albumIds.map(String)),
  );
  return rows.map(({ id }) => id as bigint);
}

/** Albums of artists, up to `each` of every one in order of id. */
export async function listAlbumsOf(reader: Reader, artistIds: bigint[], each: number): Promise<bigint[]> {
  if (artistIds.length === 0) return [];
  const rows = await reader.all(
    `select id from (select id, row_number() over (partition by artist_id order by id) as place from album
       where artist_id in (select cast(value as bigint) from ${elementsOf(reader, '$1')} as ids)) as numbered
     where place <= $2 order by id`,
    JSON.stringify(artistIds.map(String)),
    each,
  );
  return rows.map(({ id }) => id as bigint);
}

/** Albums of a year, in order of their artists; of some artists only where they are given. */
export async function listAlbumsOfYear(reader: Reader, year: number, limit: number, artistIds?: bigint[]): Promise<bigint[]> {
  const some = artistIds && ` and artist_id in (select cast(value as bigint) from ${elementsOf(reader, '$2')} as ids)`;
  const rows = await reader.all(
    `select id from album where year = $1${some ?? ''} order by artist_id, id limit $${some ? 3 : 2}`,
    year,
    ...(artistIds ? [JSON.stringify(artistIds.map(String))] : []),
    limit,
  );
  return rows.map(({ id }) => id as bigint);
}

/** How many albums artists have, up to `most`. */
export async function countAlbumsOf(reader: Reader, artistIds: bigint[], most: number): Promise<Map<bigint, number>> {
  if (artistIds.length === 0) return new Map();
  const rows = await reader.all(
    `select id, (select count(*) from (select 1 from album where artist_id = ids.id limit ${most}) as counted) as albums
       from (select cast(value as bigint) as id from ${elementsOf(reader, '$1')} as listed) as ids`,
    JSON.stringify(artistIds.map(String)),
  );
  return new Map(rows.map(({ id, albums }) => [id as bigint, Number(albums)]));
}
