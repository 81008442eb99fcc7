import type { Artist } from '../model/artist.ts';
import { type ArtistQuery, isSlow } from '../model/artistQuery.ts';
import type { Awaitable } from '../model/awaitable.ts';
import type { SeekSlice } from '../model/page.ts';
import { reads } from '../operations/reads.ts';
import type { Visit } from './visit.ts';

/** Artists that match a filter. A query that may be slow runs among the slow reads. */
export function findArtists({ services: { store }, caller }: Visit, wanted: Partial<ArtistQuery>): Awaitable<SeekSlice<Artist>> {
  const query: ArtistQuery = { limit: 10n, offset: 0n, sort: 'name', ...wanted };
  return isSlow(query) ? store.readSlow(reads.findArtists, query, caller()) : store.read(reads.findArtists.run, query);
}
