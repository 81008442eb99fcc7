import type { Album } from '../../model/album.ts';
import type { Alias } from '../../model/alias.ts';
import type { Artist } from '../../model/artist.ts';
import type { EntryKind } from '../../model/record.ts';
import { type Candidate, maxAlbums, maxAliases, maxCounted, maxTracks } from '../../model/search/candidate.ts';
import { albums } from '../../store/album.ts';
import { artists } from '../../store/artist.ts';
import { tables } from '../../store/kinds.ts';
import { countAlbumsOf } from '../../store/search/matching.ts';
import type { Reader } from '../../store/store.ts';
import type { Candidates } from './gather.ts';

/**
 * Reads the records to judge: artists with those of their aliases and albums that are candidates too, and albums with their artists and
 * tracks.
 */
export async function loadCandidates(reader: Reader, ids: Candidates, kinds: readonly EntryKind[]): Promise<Candidate[]> {
  const [found, tracks, counts] = await Promise.all([
    albums.listByIds(reader, [...ids.album]),
    tables.track.listByIds(reader, [...ids.track]),
    kinds.includes('artist') ? countAlbumsOf(reader, [...ids.artist], maxCounted) : new Map<bigint, number>(),
  ]);
  const artistIds = new Set([...ids.artist, ...found.map(({ artistId }) => artistId as bigint)]);
  const known = await loadArtists(reader, { artist: artistIds, alias: ids.alias });
  const albumsOf = Map.groupBy(found, ({ artistId }) => artistId);
  const tracksOf = Map.groupBy(tracks, ({ albumId }) => albumId);
  const ofArtists = [...ids.artist].flatMap((id): Candidate[] => {
    const named = known.get(id);
    return named ? [{ kind: 'artist', ...named, albums: inOrder(albumsOf.get(id) ?? []), albumCount: counts.get(id) ?? 0 }] : [];
  });
  const ofAlbums = found.flatMap(({ record, artistId }): Candidate[] => {
    const named = known.get(artistId as bigint);
    const itsTracks = (tracksOf.get(record.id) ?? []).slice(0, maxTracks);
    return named ? [{ kind: 'album', ...named, album: record, tracks: itsTracks.map((track) => track.record) }] : [];
  });
  const byKind: Record<EntryKind, Candidate[]> = { artist: ofArtists, album: ofAlbums };
  return kinds.flatMap((kind) => byKind[kind]);
}

/** Reads artists with those of their aliases that are candidates too, the first `maxAliases` of each. */
export async function loadArtists(
  reader: Reader,
  ids: Pick<Candidates, 'artist' | 'alias'>,
): Promise<Map<bigint, { artist: Artist; aliases: Alias[] }>> {
  const [found, named] = await Promise.all([artists.listByIds(reader, [...ids.artist]), tables.alias.listByIds(reader, [...ids.alias])]);
  const byId = new Map(named.map((alias) => [alias.record.id, alias]));
  const ordered = [...ids.alias].flatMap((id) => byId.get(id) ?? []);
  const aliasesOf = Map.groupBy(ordered, ({ artistId }) => artistId);
  return new Map(
    found.map(({ record }) => {
      const itsAliases = aliasesOf.get(record.id) ?? [];
      return [record.id, { artist: record, aliases: itsAliases.slice(0, maxAliases).map((alias) => alias.record) }];
    }),
  );
}

function inOrder(found: { record: Album }[]): Album[] {
  const records = found.map(({ record }) => record).sort((one, other) => (one.id < other.id ? -1 : 1));
  return records.slice(0, maxAlbums);
}
