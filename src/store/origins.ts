import { artist } from '../model/artist.ts';
import { recordOf, wholeOf } from '../model/content.ts';
import type { Fields, Kind, RecordOf } from '../model/record.ts';
import { nameOrder } from '../model/sortKey.ts';
import { elementsOf, jsonOf } from './elements.ts';
import type { RecordTable } from './record.ts';
import { toContent } from './revision.ts';
import type { Reader } from './store.ts';

/** `name`: undefined where it was redacted. */
export type Origin = { id: bigint; name: string | undefined };

/** Artists that the service itself created, with their first names, in order of id. */
export async function listOrigins(reader: Reader, after: bigint, limit: number): Promise<Origin[]> {
  const rows = await reader.all(
    `select id, shape, members, unchanged, erased from revision
     where kind = 'artist' and user_id is null and version = 1 and id > $1 order by id limit $2`,
    after,
    limit,
  );
  return rows.map((row) => {
    const id = row.id as bigint;
    return { id, name: recordOf(artist, id, toContent(row), () => '')?.name };
  });
}

/** For each of some names, the artist of the lowest id with the same sort key. */
export async function findNamed(reader: Reader, names: string[]): Promise<Map<string, bigint>> {
  const rows = await reader.all(
    `select sort_name, min(id) as id from artist where sort_name in ${elementsOf(reader, '$1')} group by sort_name`,
    JSON.stringify(names.map(nameOrder)),
  );
  return new Map(rows.map(({ sort_name, id }) => [sort_name as string, id as bigint]));
}

/**
 * A record of an artist; it may be deleted. `first`: its first version, undefined if part of it was redacted. `now`: its current version,
 * if it exists. `byService`: whether the service created it.
 */
export type FirstAndCurrent<F extends Fields> = {
  id: bigint;
  first: RecordOf<F> | undefined;
  now: RecordOf<F> | undefined;
  byService: boolean;
  /** For a record under an album. */
  albumId: bigint | null;
};

/** The existing and deleted records of a kind under an artist, in order of id; none for an artist that is yet to be added. */
export type AllRecords = <F extends Fields>(table: RecordTable<F>, artistId: bigint | null) => FirstAndCurrent<F>[];

/** Reads the existing and deleted records of some kinds under some artists, in two statements for each kind. */
export async function readAllRecords<T extends { type: { kind: Kind } }>(
  reader: Reader,
  tables: T[],
  artistIds: bigint[],
): Promise<AllRecords> {
  const byKind = new Map<Kind, Map<bigint, FirstAndCurrent<never>[]>>();
  for (const table of tables as unknown as RecordTable<never>[])
    byKind.set(table.type.kind, await listAllRecords(reader, table, [...new Set(artistIds)]));
  return ({ type }, artistId) => (artistId !== null && (byKind.get(type.kind)?.get(artistId) as never)) || [];
}

async function listAllRecords<F extends Fields>(
  reader: Reader,
  { type, listByIds }: RecordTable<F>,
  artistIds: bigint[],
): Promise<Map<bigint, FirstAndCurrent<F>[]>> {
  const rows = await reader.all(
    // Without the cross join and `coalesce`, SQLite may scan all records of the kind.
    `select id, artist_id, user_id, album_id, shape, members, unchanged, erased from ${elementsOf(reader, '$1')} as wanted cross join revision
     where artist_id = cast(wanted.value as bigint) and coalesce(kind, '') = $2 and version = 1 order by id`,
    jsonOf(artistIds),
    type.kind,
  );
  const ids = rows.map(({ id }) => id as bigint);
  const now = new Map((await listByIds(reader, ids)).map(({ record }) => [record.id, record]));
  const found = rows.map((row, i) => {
    const id = ids[i] as bigint;
    const first = recordOf(type, id, toContent(row), () => '');
    return {
      id,
      artistId: row.artist_id as bigint,
      first: wholeOf(type, first),
      now: now.get(id),
      byService: row.user_id === null,
      albumId: row.album_id as bigint | null,
    };
  });
  return Map.groupBy(found, ({ artistId }) => artistId);
}
