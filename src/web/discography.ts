import { readPage } from '../http/page.ts';
import type { Album } from '../model/album.ts';
import type { Artist } from '../model/artist.ts';
import { maxLimit } from '../model/page.ts';
import { reads } from '../operations/reads.ts';
import type { Selection } from './parts/strip.tsx';
import type { Visit } from './visit.ts';

/** Pages of albums that are read for one artist at most: with more, only so many of them are shown. */
const mostPages = 5;

/** `total` counts those that are not shown too. */
export type Discography = { albums: Album[]; total: bigint };

/** The albums of an artist in the order in which they came out. */
export async function readDiscography({ services: { store }, caller }: Visit, artistId: bigint): Promise<Discography> {
  const query = { artistId, limit: BigInt(maxLimit), offset: 0n };
  const albums: Album[] = [];
  let total = 0n;
  let after: bigint | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await readPage(store, reads.listAlbums, { ...query, after }, caller);
    albums.push(...page.records);
    total = page.total;
    after = page.records.at(-1)?.id;
    if (page.after === undefined) break;
  }
  return { albums: albums.sort((a, b) => a.year - b.year), total };
}

export async function selectionOf(visit: Visit, artist: Artist): Promise<Selection> {
  const { albums } = await readDiscography(visit, artist.id);
  return { artist, first: albums[0], latest: albums.at(-1) };
}

export function selectionsOf(visit: Visit, artists: Artist[]): Promise<Selection[]> {
  return Promise.all(artists.map((artist) => selectionOf(visit, artist)));
}
