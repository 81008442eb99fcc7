import type { Artist } from '../model/artist.ts';
import type { PageQuery } from '../model/page.ts';
import type { Revision } from '../model/revision.ts';
import type { Reader, Row, Transaction } from './store.ts';

const members = 'id, name, description, image, band';
const columns = `${members}, version, changed_at`;

export async function findArtist(reader: Reader, id: bigint): Promise<Revision<Artist> | undefined> {
  const row = await reader.get(`select ${columns} from artist where id = $1`, id);
  return row && toRevision(row);
}

/** Finds an artist to change it, or what hangs on it, and keeps others from doing so until the transaction ends. */
export async function lockArtist(tx: Transaction, id: bigint): Promise<Revision<Artist> | undefined> {
  const row = await tx.get(`select ${columns} from artist where id = $1${tx.forUpdate}`, id);
  return row && toRevision(row);
}

/** Up to `limit` artists in order of id: those after the id `after`, else those past the first `offset`. */
export async function listArtists(reader: Reader, { limit, offset, after }: PageQuery): Promise<Artist[]> {
  const rows =
    after === undefined
      ? await reader.all(`select ${members} from artist order by id limit $1 offset $2`, limit, offset)
      : await reader.all(`select ${members} from artist where id > $1 order by id limit $2`, after, limit);
  return rows.map(toArtist);
}

/** Artists with their versions in order of id, `limit` of them after the id `after`. */
export async function listArtistStates(reader: Reader, after: bigint, limit: number) {
  const rows = await reader.all(`select ${columns} from artist where id > $1 order by id limit $2`, after, limit);
  return rows.map((row) => ({ id: row.id as bigint, version: row.version as bigint, document: toArtist(row) }));
}

export async function countArtists(reader: Reader): Promise<bigint> {
  const row = await reader.get(`select artists from total`);
  return row?.artists as bigint;
}

export async function insertArtist(tx: Transaction, { record: artist, version, changedAt }: Revision<Artist>): Promise<void> {
  await tx.run(
    `insert into artist (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`,
    artist.id,
    artist.name,
    artist.description,
    artist.image,
    artist.band,
    version,
    changedAt,
  );
}

export async function updateArtist(tx: Transaction, { record: artist, version, changedAt }: Revision<Artist>): Promise<void> {
  await tx.run(
    `update artist set name = $1, description = $2, image = $3, band = $4, version = $5, changed_at = $6 where id = $7`,
    artist.name,
    artist.description,
    artist.image,
    artist.band,
    version,
    changedAt,
    artist.id,
  );
}

export async function deleteArtist(tx: Transaction, id: bigint): Promise<void> {
  await tx.run(`delete from artist where id = $1`, id);
}

function toRevision(row: Row): Revision<Artist> {
  return { record: toArtist(row), version: row.version as bigint, changedAt: Number(row.changed_at) };
}

function toArtist(row: Row): Artist {
  return {
    id: row.id as bigint,
    name: row.name as string,
    description: row.description as string,
    image: row.image as string,
    band: row.band as string,
  };
}
