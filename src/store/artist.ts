import { artist } from '../model/artist.ts';
import { recordTable } from './record.ts';
import type { Reader } from './store.ts';

export const artists = recordTable(artist);

export async function countArtists(reader: Reader): Promise<bigint> {
  const row = await reader.get(`select artists from total`);
  return row?.artists as bigint;
}

export type NamedArtist = { id: bigint; name: string; changedAt: number };

/** Up to `limit` artists after an id, as little of each as its address takes. */
export async function listNames(reader: Reader, after: bigint, limit: number): Promise<NamedArtist[]> {
  const rows = await reader.all(`select id, name, changed_at from artist where id > $1 order by id limit $2`, after, limit);
  return rows.map(({ id, name, changed_at }) => ({ id: id as bigint, name: name as string, changedAt: Number(changed_at) }));
}

/** The id that is `step` artists behind another, undefined where there are not so many. */
export async function findIdBehind(reader: Reader, after: bigint, step: number): Promise<bigint | undefined> {
  const row = await reader.get(`select id from artist where id > $1 order by id limit 1 offset $2`, after, step - 1);
  return row?.id as bigint | undefined;
}
