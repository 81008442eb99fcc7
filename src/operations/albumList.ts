import { type AlbumQuery, albumFilters } from '../model/albumQuery.ts';
import { showCursor } from '../model/listCursor.ts';
import { idCursor, type SeekSlice, sliceOf } from '../model/page.ts';
import { countMatchingAlbums, type ListedAlbum, listMatchingAlbums } from '../store/albumList.ts';
import { maxCounted } from '../store/artistList.ts';
import type { Reader } from '../store/store.ts';
import { requireSorted } from './artistList.ts';

export type { ListedAlbum };

/** One page of the albums of all artists that match a filter, in the order of the query. @throws Problem `unavailable` */
export async function findAlbums(reader: Reader, query: AlbumQuery): Promise<SeekSlice<ListedAlbum>> {
  const { limit, offset, after, sort, ...filter } = query;
  if (!sort.endsWith('id')) await requireSorted(reader, 'album');
  const total = await countMatchingAlbums(reader, filter);
  const few = albumFilters.isFiltered(filter) && total < maxCounted;
  const found = await listMatchingAlbums(reader, filter, { limit: limit + 1n, offset, after, sort }, few);
  const slice = sliceOf(found, { limit }, BigInt(total), ({ album, key }) =>
    sort === 'id' ? idCursor(album) : showCursor({ sort, filter: albumFilters.fingerprint(filter), id: album.id, key }),
  );
  return { ...slice, records: slice.records.map(({ album }) => album) };
}

/** The album with the least id. */
export async function readFirstAlbum(reader: Reader, _input: null): Promise<ListedAlbum | undefined> {
  const page = { limit: 1n, offset: 0n, after: undefined, sort: 'id' } as const;
  return (await listMatchingAlbums(reader, {}, page, false))[0]?.album;
}
