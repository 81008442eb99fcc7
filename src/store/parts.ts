import type { Album } from '../model/album.ts';
import type { Credit, CreditRole } from '../model/credit.ts';
import type { Track } from '../model/track.ts';
import { albums } from './album.ts';
import type { NamedArtist } from './artist.ts';
import { type LinkedArtist, otherOf } from './facts.ts';
import { factTables } from './factTables.ts';
import type { Reader, Row } from './store.ts';

export type Listed<T> = { records: T[]; total: bigint };

export type ShownCredit = Credit & { other: LinkedArtist | undefined };

export async function listShownCredits(reader: Reader, albumId: bigint, limit: bigint): Promise<Listed<ShownCredit>> {
  const rows = await reader.all(
    `select c.*, a.id as other_id, a.name as other_name, d.type as other_type, count(*) over () as total
     from credit c left join artist a on a.id = c.artist left join artist_details d on d.id = a.id where c.album_id = $1 order by c.id limit $2`,
    albumId,
    limit,
  );
  return firstOf(rows, (row) => ({ ...factTables.credit.toRecord(row), other: otherOf(row) }));
}

export async function listTracksInOrder(reader: Reader, albumId: bigint, limit: bigint): Promise<Listed<Track>> {
  const rows = await reader.all(
    'select t.*, count(*) over () as total from track t where t.album_id = $1 order by t.position, t.id limit $2',
    albumId,
    limit,
  );
  return firstOf(rows, factTables.track.toRecord);
}

export type CreditingAlbum = { album: Album; artist: NamedArtist; role: CreditRole };

export async function listCreditingAlbums(reader: Reader, artistId: bigint, limit: bigint): Promise<Listed<CreditingAlbum>> {
  const rows = await reader.all(
    `select ${['id', ...albums.type.names].map((name) => `b.${name}`)}, c.role, a.id as by_id, a.name as by_name, count(*) over () as total
     from credit c cross join album b cross join artist a
     where c.artist = $1 and b.id = c.album_id and a.id = b.artist_id order by b.year, b.id, c.id limit $2`,
    artistId,
    limit,
  );
  return firstOf(rows, (row) => ({
    album: albums.toRecord(row),
    artist: { id: row.by_id as bigint, name: row.by_name as string },
    role: row.role as CreditRole,
  }));
}

function firstOf<T>(rows: Row[], read: (row: Row) => T): Listed<T> {
  return { records: rows.map(read), total: (rows[0]?.total ?? 0n) as bigint };
}
