import type { Artist } from '../model/artist.ts';
import * as album from '../operations/album.ts';
import type { Selection } from './parts/strip.tsx';
import type { Visit } from './visit.ts';

export async function selectionsOf({ services: { store } }: Visit, artists: Artist[]): Promise<Selection[]> {
  const outer = await store.read(album.listOuterAlbums, { artistIds: artists.map(({ id }) => id) });
  return artists.map((artist, i) => ({ artist, first: outer[i]?.first, latest: outer[i]?.latest }));
}
