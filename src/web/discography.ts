import type { Awaitable } from '../model/awaitable.ts';
import * as album from '../operations/album.ts';
import type { Selection } from './parts/strip.tsx';
import type { Named } from './paths.ts';
import type { Visit } from './visit.ts';

/** A page shows no more albums of an artist. */
const maxAlbums = 500n;

/** The albums of an artist by year. */
export function readDiscography({ services: { store } }: Visit, artistId: bigint): Awaitable<album.Discography> {
  return store.read(album.readDiscography, { artistId, most: maxAlbums });
}

export async function selectionsOf({ services: { store } }: Visit, artists: Named[]): Promise<Selection[]> {
  const outer = await store.read(album.listOuterAlbums, { artistIds: artists.map(({ id }) => id) });
  return artists.map((artist, i) => ({ artist, first: outer[i]?.first, latest: outer[i]?.latest }));
}
