import type { EntryKind } from '../model/record.ts';
import type { Reader, Row } from './store.ts';

type Named = { id: bigint; name: string };

/** The parts of a record's address. Only an album has `artist`. */
export type SitemapEntry = Named & { changedAt: number; artist: Named | undefined };

const statements: Record<EntryKind, string> = {
  artist: 'select id, name, changed_at from artist where id > $1 order by id limit $2',
  album: `select a.id, a.name, a.changed_at, a.artist_id, r.name as artist from album a join artist r on r.id = a.artist_id
    where a.id > $1 order by a.id limit $2`,
};

/** Up to `limit` records of a kind after an id. */
export async function listEntries(reader: Reader, kind: EntryKind, after: bigint, limit: number): Promise<SitemapEntry[]> {
  return (await reader.all(statements[kind], after, limit)).map(toEntry);
}

function toEntry({ id, name, changed_at, artist_id, artist }: Row): SitemapEntry {
  return {
    id: id as bigint,
    name: name as string,
    changedAt: Number(changed_at),
    artist: artist_id === undefined ? undefined : { id: artist_id as bigint, name: artist as string },
  };
}

/** The id of the record `step` places after another; undefined if there are not so many. */
export async function findIdBehind(reader: Reader, kind: EntryKind, after: bigint, step: number): Promise<bigint | undefined> {
  const row = await reader.get(`select id from ${kind} where id > $1 order by id limit 1 offset $2`, after, step - 1);
  return row?.id as bigint | undefined;
}
