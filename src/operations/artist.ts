import type { Artist } from '../model/artist.ts';
import { type Awaitable, after } from '../model/awaitable.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import { artists, countArtists, listFrom, readSpan } from '../store/artist.ts';
import type { Reader } from '../store/store.ts';
import { operationsOf } from './recordOperations.ts';

/** @throws Problem `not-found` */
export const { read: readArtist, ...artistOperations } = operationsOf('Artist', 'artist', artists);

/** One page of artists in order of id. */
export function listArtists(reader: Reader, query: PageQuery): Awaitable<SeekSlice<Artist>> {
  const found = artists.list(reader, {}, { ...query, limit: query.limit + 1n });
  return after(found, (records) => after(countArtists(reader), (total) => sliceOf(records, query, total, idCursor)));
}

/** Artists from the first on that are reached by offset at once. */
const near = 500n;

/**
 * Some artists, and how many there are in all.
 *
 * @param numbers any numbers: which decide what artists it is; more than `count`, since those of several may be the same
 */
export async function pickArtists(reader: Reader, { count, numbers }: { count: number; numbers: bigint[] }) {
  const span = await readSpan(reader);
  if (!span) return { artists: [], total: 0n };
  const { first, last, total } = span;
  const spread = await listFrom(
    reader,
    numbers.map((number) => first + (number % (last - first + 1n))),
  );
  if (spread.length >= count) return { artists: spread.slice(0, count), total };
  // Ids have gaps, so those may be too few: then others in a row fill up.
  const limit = BigInt(count);
  const few = total < near ? total : near;
  const offset = few > limit ? (numbers[0] as bigint) % (few - limit + 1n) : 0n;
  const row = await artists.list(reader, {}, { limit, offset, after: undefined });
  const picked = new Map([...spread, ...row].map((artist) => [artist.id, artist] as const));
  return { artists: [...picked.values()].slice(0, count), total };
}
