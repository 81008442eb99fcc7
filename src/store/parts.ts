import type { Album } from '../model/album.ts';
import type { Credit, CreditRole } from '../model/credit.ts';
import type { Track } from '../model/track.ts';
import { albums } from './album.ts';
import type { NamedArtist } from './artist.ts';
import { type First, firstOf, type LinkedArtist, otherOf } from './facts.ts';
import { tables } from './kinds.ts';
import type { Reader } from './store.ts';

export type ShownCredit = Credit & { other: LinkedArtist | undefined };

export async function listShownCredits(reader: Reader, albumId: bigint, limit: bigint): Promise<First<ShownCredit>> {
  const rows = await reader.all(
    `select c.*, a.id as other_id, a.name as other_name, d.type as other_type
     from credit c left join artist a on a.id = c.artist left join artist_details d on d.id = a.id where c.album_id = $1 order by c.id limit $2`,
    albumId,
    limit,
  );
  const records = rows.map((row) => ({ ...tables.credit.toRecord(row), other: otherOf(row) }));
  return firstOf(records, limit, () => tables.credit.count(reader, { albumId }));
}

export async function listTracksInOrder(reader: Reader, albumId: bigint, limit: bigint): Promise<First<Track>> {
  const rows = await reader.all('select * from track where album_id = $1 order by position, id limit $2', albumId, limit);
  return firstOf(rows.map(tables.track.toRecord), limit, () => tables.track.count(reader, { albumId }));
}

export type CreditingAlbum = { album: Album; artist: NamedArtist; role: CreditRole };

export async function listCreditingAlbums(reader: Reader, artistId: bigint, limit: bigint): Promise<First<CreditingAlbum>> {
  const rows = await reader.all(
    `select ${['id', ...albums.type.names].map((name) => `b.${name}`)}, c.role, a.id as by_id, a.name as by_name
     from credit c cross join album b cross join artist a
     where c.artist = $1 and b.id = c.album_id and a.id = b.artist_id order by b.year, b.id, c.id limit $2`,
    artistId,
    limit,
  );
  const records = rows.map((row) => ({
    album: albums.toRecord(row),
    artist: { id: row.by_id as bigint, name: row.by_name as string },
    role: row.role as CreditRole,
  }));
  return firstOf(records, limit, () => tables.credit.countNaming(reader, 'artist', artistId));
}
