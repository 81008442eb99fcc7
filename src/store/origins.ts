import { album } from '../model/album.ts';
import { artist } from '../model/artist.ts';
import { recordOf } from '../model/content.ts';
import { nameOrder } from '../model/sortKey.ts';
import { toContent } from './revision.ts';
import type { Reader } from './store.ts';

export type Origin = { id: bigint; name: string };

/** Artists that the service itself made, as they were called then, in order of id. */
export async function listOrigins(reader: Reader, after: bigint, limit: number): Promise<Origin[]> {
  const rows = await reader.all(
    `select id, shape, members, unchanged from revision
     where kind = 'artist' and user_id is null and version = 1 and id > $1 order by id limit $2`,
    after,
    limit,
  );
  return rows.map((row) => {
    const id = row.id as bigint;
    return { id, name: recordOf(artist, id, toContent(row), () => '')?.name ?? '' };
  });
}

/** The artist of the lowest id with this name, however it is spelt. */
export async function findNamed(reader: Reader, name: string): Promise<bigint | undefined> {
  const row = await reader.get('select id from artist where sort_name = $1 order by id limit 1', nameOrder(name));
  return row?.id as bigint | undefined;
}

/** An album that an artist has or had: how it was called first, and what it is now. */
export type FormerAlbum = { first: string; now: { name: string; year: number } | undefined };

export async function listAlbumsEver(reader: Reader, artistId: bigint): Promise<FormerAlbum[]> {
  const rows = await reader.all(
    `select r.id, r.shape, r.members, r.unchanged, album.name, album.year from revision r left join album on album.id = r.id
     where r.artist_id = $1 and r.kind = 'album' and r.version = 1 order by r.id`,
    artistId,
  );
  return rows.map((row) => {
    const { id, name, year } = row;
    const first = recordOf(album, id as bigint, toContent(row), () => '')?.name ?? '';
    return { first, now: name === null ? undefined : { name: name as string, year: Number(year) } };
  });
}
