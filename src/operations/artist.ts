import type { Artist } from '../model/artist.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import { artists, countArtists, listNamedArtists, type NamedArtist } from '../store/artist.ts';
import type { Reader } from '../store/store.ts';
import { recordOperations } from './recordOperations.ts';

/** @throws Problem `not-found` */
export const { read: readArtist } = recordOperations.artist;

export function listArtists(reader: Reader, query: PageQuery): Awaitable<SeekSlice<Artist>> {
  const found = artists.list(reader, {}, { ...query, limit: query.limit + 1n });
  return chain(found, (records) => chain(countArtists(reader), (total) => sliceOf(records, query, total, idCursor)));
}

/** The names of artists; missing ones are left out. */
export function nameArtists(reader: Reader, ids: bigint[]): Promise<NamedArtist[]> {
  return listNamedArtists(reader, ids);
}

/**
 * The first `count` of the given artists that exist, and the number of all artists. If too few exist, those with the lowest ids follow.
 */
export async function pickArtists(reader: Reader, { ids, count }: { ids: bigint[]; count: number }) {
  const total = (await countArtists(reader)) ?? 0n;
  const existing = (await listNamedArtists(reader, ids)).slice(0, count).map(({ id }) => id);
  const found = new Map((await artists.listByIds(reader, existing)).map(({ record }) => [record.id, record]));
  const picked = existing.flatMap((id) => found.get(id) ?? []);
  if (picked.length === count || BigInt(picked.length) === total) return { artists: picked, total };
  const lowest = await artists.list(reader, {}, { limit: BigInt(count), offset: 0n, after: undefined });
  const all = new Map([...picked, ...lowest].map((artist) => [artist.id, artist] as const));
  return { artists: [...all.values()].slice(0, count), total };
}
