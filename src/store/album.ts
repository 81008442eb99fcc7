import { album } from '../model/album.ts';
import { recordTable } from './record.ts';
import type { Reader } from './store.ts';

export const albums = recordTable(album);

export async function countAlbums(reader: Reader, artistId: bigint): Promise<bigint> {
  const row = await reader.get(`select albums from album_count where artist_id = $1`, artistId);
  return (row?.albums as bigint | undefined) ?? 0n;
}
