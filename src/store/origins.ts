import { artist } from '../model/artist.ts';
import { recordOf } from '../model/content.ts';
import type { Fields, RecordOf } from '../model/record.ts';
import { nameOrder } from '../model/sortKey.ts';
import type { RecordTable } from './record.ts';
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

/** A record that an artist has or had: what it was first, what it is now, and whether the service made it. */
export type FormerRecord<F extends Fields> = {
  first: RecordOf<F> | undefined;
  now: RecordOf<F> | undefined;
  byService: boolean;
  /** Of what is under an album. */
  albumId: bigint | null;
};

export async function listEver<F extends Fields>(
  reader: Reader,
  { type, listByIds }: RecordTable<F>,
  artistId: bigint,
): Promise<FormerRecord<F>[]> {
  const rows = await reader.all(
    `select id, user_id, album_id, shape, members, unchanged from revision where artist_id = $1 and kind = $2 and version = 1 order by id`,
    artistId,
    type.kind,
  );
  const ids = rows.map(({ id }) => id as bigint);
  const now = new Map((await listByIds(reader, ids)).map(({ record }) => [record.id, record]));
  return rows.map((row, i) => {
    const id = ids[i] as bigint;
    return {
      first: recordOf(type, id, toContent(row), () => ''),
      now: now.get(id),
      byService: row.user_id === null,
      albumId: row.album_id as bigint | null,
    };
  });
}
