import { type Album, album } from '../model/album.ts';
import { idsIn, jsonOf } from './elements.ts';
import { tables } from './kinds.ts';
import type { Reader } from './store.ts';

export const albums = tables.album;

export async function countAlbums(reader: Reader, artistId: bigint): Promise<bigint> {
  const row = await reader.get(`select albums from album_count where artist_id = $1`, artistId);
  return (row?.albums as bigint | undefined) ?? 0n;
}

/** The albums of some artists, `limit` at most, by artist and in order of id. */
export async function listAlbumsOf(reader: Reader, artistIds: bigint[], limit: number): Promise<Map<bigint, Album[]>> {
  const rows = await reader.all(
    `select artist_id, id, ${album.names} from album
     where artist_id in ${idsIn(reader, '$1')} order by artist_id, id limit $2`,
    jsonOf(artistIds),
    limit,
  );
  const found = new Map<bigint, Album[]>(artistIds.map((id) => [id, []]));
  for (const row of rows) found.get(row.artist_id as bigint)?.push(albums.toRecord(row));
  return found;
}
