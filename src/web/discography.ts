import { readPage } from '../http/page.ts';
import type { Album } from '../model/album.ts';
import type { Artist } from '../model/artist.ts';
import { reads } from '../operations/reads.ts';
import type { Selection } from './parts/strip.tsx';
import type { Visit } from './visit.ts';

/** Albums on one page. */
const most = 100n;

export type Discography = { albums: Album[]; total: bigint };

/** The albums of an artist in the order in which they came out. */
export async function readDiscography({ services: { store }, caller }: Visit, artistId: bigint): Promise<Discography> {
  const { records, total } = await readPage(store, reads.listAlbums, { artistId, limit: most, offset: 0n, after: undefined }, caller);
  return { albums: records.toSorted((a, b) => a.year - b.year), total };
}

export async function selectionOf(visit: Visit, artist: Artist): Promise<Selection> {
  const { albums } = await readDiscography(visit, artist.id);
  return { artist, first: albums[0], latest: albums.at(-1) };
}
