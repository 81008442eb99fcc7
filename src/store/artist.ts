import { type Artist, artist } from '../model/artist.ts';
import { type Awaitable, after } from '../model/awaitable.ts';
import { recordTable } from './record.ts';
import { elementsOf } from './search/elements.ts';
import type { Reader, Row } from './store.ts';

export const artists = recordTable(artist);

export function countArtists(reader: Reader): Awaitable<bigint> {
  return after(reader.get(`select artists from total`), (row) => row?.artists as bigint);
}

/** The first and the last id, and how many artists there are; undefined where there are none. */
export async function readSpan(reader: Reader): Promise<{ first: bigint; last: bigint; total: bigint } | undefined> {
  const row = await reader.get(
    'select (select min(id) from artist) as first, (select max(id) from artist) as last, artists as total from total',
  );
  return row?.last ? (row as { first: bigint; last: bigint; total: bigint }) : undefined;
}

/** What a link to an artist needs. */
export type NamedArtist = Pick<Artist, 'id' | 'name'>;

/** The first artist from each of some ids on, in the order of these, each artist once. */
export async function listFrom(reader: Reader, ids: bigint[]): Promise<NamedArtist[]> {
  const places = `select (select min(id) from artist where id >= cast(value as bigint)) from ${elementsOf(reader, '$1')} as places`;
  const rows = await reader.all(`select id, name from artist where id in (${places}) order by id`, JSON.stringify(ids.map(String)));
  const found = rows.map(toNamed);
  return [...new Set(ids.map((id) => found.find((artist) => artist.id >= id)))].filter((artist) => artist !== undefined);
}

export function toNamed({ id, name }: Row): NamedArtist {
  return { id: id as bigint, name: name as string };
}
