import type { Album } from '../model/album.ts';
import type { PageQuery } from '../model/page.ts';
import type { Revision } from '../model/revision.ts';
import type { Reader, Row, Transaction } from './store.ts';

const columns = 'id, name, year, image, version, changed_at';

/** An album under its own artist; under another one it is not found. */
export async function findAlbum(reader: Reader, artistId: bigint, id: bigint): Promise<Revision<Album> | undefined> {
  const row = await reader.get(`select ${columns} from album where id = $1 and artist_id = $2`, id, artistId);
  return row && toRevision(row);
}

/** Up to `limit` albums of an artist in order of id: those after the id `after`, else those past the first `offset`. */
export async function listAlbums(reader: Reader, artistId: bigint, { limit, offset, after }: PageQuery): Promise<Album[]> {
  const rows =
    after === undefined
      ? await reader.all(`select ${columns} from album where artist_id = $1 order by id limit $2 offset $3`, artistId, limit, offset)
      : await reader.all(`select ${columns} from album where artist_id = $1 and id > $2 order by id limit $3`, artistId, after, limit);
  return rows.map(toAlbum);
}

/** Albums of all artists with their versions in order of id, `limit` of them after the id `after`. */
export async function listAlbumStates(reader: Reader, after: bigint, limit: number) {
  const rows = await reader.all(`select artist_id, ${columns} from album where id > $1 order by id limit $2`, after, limit);
  return rows.map((row) => ({
    id: row.id as bigint,
    version: row.version as bigint,
    document: { artistId: row.artist_id as bigint, ...toAlbum(row) },
  }));
}

/** All albums of an artist with their versions, in order of id. */
export async function allAlbums(reader: Reader, artistId: bigint): Promise<Revision<Album>[]> {
  const rows = await reader.all(`select ${columns} from album where artist_id = $1 order by id`, artistId);
  return rows.map(toRevision);
}

export async function countAlbums(reader: Reader, artistId: bigint): Promise<bigint> {
  const row = await reader.get(`select count(*) as n from album where artist_id = $1`, artistId);
  return row?.n as bigint;
}

export async function insertAlbum(
  tx: Transaction,
  artistId: bigint,
  { record: album, version, changedAt }: Revision<Album>,
): Promise<void> {
  await tx.run(
    `insert into album (artist_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7)`,
    artistId,
    album.id,
    album.name,
    album.year,
    album.image,
    version,
    changedAt,
  );
}

export async function updateAlbum(tx: Transaction, { record: album, version, changedAt }: Revision<Album>): Promise<void> {
  await tx.run(
    `update album set name = $1, year = $2, image = $3, version = $4, changed_at = $5 where id = $6`,
    album.name,
    album.year,
    album.image,
    version,
    changedAt,
    album.id,
  );
}

export async function deleteAlbum(tx: Transaction, id: bigint): Promise<void> {
  await tx.run(`delete from album where id = $1`, id);
}

export async function deleteAlbumsOf(tx: Transaction, artistId: bigint): Promise<void> {
  await tx.run(`delete from album where artist_id = $1`, artistId);
}

function toRevision(row: Row): Revision<Album> {
  return { record: toAlbum(row), version: row.version as bigint, changedAt: Number(row.changed_at) };
}

function toAlbum(row: Row): Album {
  return { id: row.id as bigint, name: row.name as string, year: Number(row.year), image: row.image as string };
}
