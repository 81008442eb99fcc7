import type { Artist } from '../model/artist.ts';
import { type ArtistQuery, fingerprint, isFiltered } from '../model/artistQuery.ts';
import { showCursor } from '../model/listCursor.ts';
import { idCursor, type SeekSlice, sliceOf } from '../model/page.ts';
import { unavailable } from '../model/problem.ts';
import type { EntryKind } from '../model/record.ts';
import { countArtists } from '../store/artist.ts';
import { countMatching, countUnsorted, type KeyRange, listFilled, listMatching, maxCounted } from '../store/artistList.ts';
import type { Reader } from '../store/store.ts';

/** One page of the artists that match a filter, in the order of the query. @throws Problem `unavailable` */
export async function findArtists(reader: Reader, query: ArtistQuery): Promise<SeekSlice<Artist>> {
  const { limit, offset, after, sort, ...filter } = query;
  if (sort.endsWith('name') || filter.band !== undefined) await requireSorted(reader);
  const all = Number(await countArtists(reader));
  const total = isFiltered(filter) ? await countMatching(reader, filter) : all;
  const page = { limit: limit + 1n, offset, after, sort };
  // Sorting reads every match. A scan in the order of the list reads several artists for each place on the page.
  const few = total < maxCounted && total * total < all * Number(limit + offset);
  const found = await listMatching(reader, filter, page, few);
  const slice = sliceOf(found, { limit }, BigInt(total), ({ artist, key }) =>
    sort === 'id' ? idCursor(artist) : showCursor({ sort, filter: fingerprint(filter), id: artist.id, key: sort === '-id' ? '' : key }),
  );
  return { ...slice, records: slice.records.map(({ artist }) => artist) };
}

export function findRangesWithRecords(reader: Reader, { kind, ranges }: { kind: EntryKind; ranges: KeyRange[] }): Promise<number[]> {
  return listFilled(reader, kind, ranges);
}

/** In the store of an earlier version, sort keys are not ready at once. */
export async function requireSorted(reader: Reader, kind: EntryKind = 'artist'): Promise<void> {
  const left = await countUnsorted(reader, kind);
  if (left > 0)
    throw unavailable(
      `After an update of the service, records are being prepared for this; ${left < maxCounted ? left : `${left} or more`} are left.`,
      5,
    );
}
