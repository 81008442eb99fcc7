import type { Artist } from '../model/artist.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { elementsOf, idsIn, jsonOf, listIds } from './elements.ts';
import { tables } from './kinds.ts';
import type { Reader, Row } from './store.ts';

export const artists = tables.artist;

export function countArtists(reader: Reader): Awaitable<bigint> {
  return chain(reader.get(`select artists from total`), (row) => row?.artists as bigint);
}

/** The data of a link to an artist. */
export type NamedArtist = Pick<Artist, 'id' | 'name'>;

/** The artists with these ids, in the order of `ids`, without those that do not exist. */
export async function listNamedArtists(reader: Reader, ids: bigint[]): Promise<NamedArtist[]> {
  const rows = await reader.all(`select id, name from artist where id in ${idsIn(reader, '$1')}`, jsonOf(ids));
  const found = new Map(rows.map((row) => [row.id as bigint, toNamed(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function listIdsBySortName(reader: Reader, keys: string[]): Promise<bigint[]> {
  if (keys.length === 0) return [];
  return listIds(reader, `select id from artist where sort_name in ${elementsOf(reader, '$1')}`, JSON.stringify(keys));
}

export function toNamed({ id, name }: Row): NamedArtist {
  return { id: id as bigint, name: name as string };
}
