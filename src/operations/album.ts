import type { Album } from '../model/album.ts';
import { type AlbumQuery, albumFilters } from '../model/albumQuery.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { showCursor } from '../model/listCursor.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import type { PathOf } from '../model/record.ts';
import { nameKeyOf } from '../model/search/duplicates.ts';
import { albums, countAlbums, listAlbumsOf } from '../store/album.ts';
import { countMatchingAlbums, type ListedAlbum, listMatchingAlbums, listWithCredited } from '../store/albumList.ts';
import { maxCounted } from '../store/artistList.ts';
import type { Reader } from '../store/store.ts';
import { readArtist, requireSortKeys } from './artist.ts';
import { recordOperations } from './recordOperations.ts';

export type { ListedAlbum };

/** @throws Problem `not-found` */
export const { read: readAlbum } = recordOperations.album;

/** One page of an artist's albums in order of id. @throws Problem `not-found` where the artist is not there */
export async function listAlbums(reader: Reader, { artistId, ...query }: PageQuery & PathOf<'artist'>): Promise<SeekSlice<Album>> {
  await readArtist(reader, { artistId });
  const found = await albums.list(reader, { artistId }, { ...query, limit: query.limit + 1n });
  return sliceOf(found, query, await countAlbums(reader, artistId), idCursor);
}

/** One page of the albums of an artist and of those that credit it, in order of id, each with its artist. @throws Problem `not-found` */
export async function listCreditedAlbums(
  reader: Reader,
  { artistId, ...query }: PageQuery & PathOf<'artist'>,
): Promise<SeekSlice<ListedAlbum>> {
  await readArtist(reader, { artistId });
  return listWithCredited(reader, artistId, query);
}

/** One page of the albums of all artists that match a filter, in the order of the query. @throws Problem `unavailable` */
export async function findAlbums(reader: Reader, query: AlbumQuery): Promise<SeekSlice<ListedAlbum>> {
  const { limit, offset, after, sort, ...filter } = query;
  if (!sort.endsWith('id')) await requireSortKeys(reader, 'album');
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

/** `total` also counts albums that are not returned. */
export type Discography = { albums: Album[]; total: bigint };

/** The first `max` albums of an artist by id, sorted by year. */
export function readDiscography(reader: Reader, { artistId, max }: PathOf<'artist'> & { max: bigint }): Awaitable<Discography> {
  const found = albums.list(reader, { artistId }, { limit: max, offset: 0n, after: undefined });
  return chain(found, (records) => {
    const total = BigInt(records.length) < max ? BigInt(records.length) : countAlbums(reader, artistId);
    return chain(total, (total) => ({ albums: records.sort((a, b) => a.year - b.year), total }));
  });
}

/** The most albums that are read for each artist, on average. */
const albumsPerArtist = 100;

/** The first and the latest album of each of some artists, in their order. */
export async function listOuterAlbums(reader: Reader, { artistIds }: { artistIds: bigint[] }) {
  const found = await listAlbumsOf(reader, artistIds, albumsPerArtist * artistIds.length);
  return artistIds.map((id) => {
    const sorted = found.get(id)?.sort((a, b) => a.year - b.year) ?? [];
    return { first: sorted[0], latest: sorted.at(-1) };
  });
}

/** Only the first albums of an artist by id are compared. */
const maxCompared = 500n;

/** The albums of an artist whose names equal one of the given apart from accents, capitals, punctuation and articles. */
export function findSameAlbums(reader: Reader, { artistId, names }: PathOf<'artist'> & { names: string[] }): Awaitable<Album[]> {
  const keyOf = (name: string) => nameKeyOf(name) || name;
  const wanted = new Set(names.map(keyOf));
  const compared = readDiscography(reader, { artistId, max: maxCompared });
  return chain(compared, ({ albums }) => albums.filter(({ name }) => wanted.has(keyOf(name))));
}
