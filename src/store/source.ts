import type { FieldsOf } from '../model/kinds.ts';
import { type EntryKind, type FactKind, parentOf, type RecordOf } from '../model/record.ts';
import { idsIn, jsonOf } from './elements.ts';
import { type First, firstOf } from './facts.ts';
import { tables } from './kinds.ts';
import type { Reader } from './store.ts';

export async function countSources(reader: Reader, kind: FactKind, ids: bigint[]): Promise<Map<bigint, bigint>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.all(
    `select record, count(*) as sources from ${parentOf(kind)}_source
     where about = $1 and record in ${idsIn(reader, '$2')} group by record`,
    kind,
    jsonOf(ids),
  );
  return new Map(rows.map(({ record, sources }) => [record as bigint, sources as bigint]));
}

/** Counts the sources of each album of an artist, among the first `limit` sources of all its albums. */
export async function countAlbumSources(reader: Reader, artistId: bigint, limit: bigint): Promise<Map<bigint, bigint>> {
  const rows = await reader.all(
    `select album_id, count(*) as sources from (select album_id from album_source where artist_id = $1 order by id limit $2) as first
     group by album_id`,
    artistId,
    limit,
  );
  return new Map(rows.map(({ album_id, sources }) => [album_id as bigint, sources as bigint]));
}

type Fields = { artist: FieldsOf<'artist_source'>; album: FieldsOf<'album_source'> };

/** The first sources under an artist or an album by id, and their number. */
export async function listFirstSources<K extends EntryKind>(
  reader: Reader,
  parent: K,
  id: bigint,
  limit: bigint,
): Promise<First<RecordOf<Fields[K]>>> {
  const under = { [`${parent}Id`]: id };
  const table = tables[`${parent}_source` as const];
  const records = (await table.list(reader, under, { limit, offset: 0n, after: undefined })) as unknown as RecordOf<Fields[K]>[];
  return firstOf(records, limit, () => table.count(reader, under));
}
