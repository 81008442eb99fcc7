import type { Album } from '../../model/album.ts';
import type { EntryKind } from '../../model/record.ts';
import { type Candidate, maxAlbums, maxCounted } from '../../model/search/candidate.ts';
import { albums } from '../../store/album.ts';
import { artists } from '../../store/artist.ts';
import { countAlbumsOf } from '../../store/search/matching.ts';
import type { Reader } from '../../store/store.ts';
import type { Candidates } from './gather.ts';

/** Reads the records that are judged: artists with those of their albums that are candidates too, albums with their artists. */
export async function loadCandidates(reader: Reader, ids: Candidates, kinds: readonly EntryKind[]): Promise<Candidate[]> {
  const [found, counts] = await Promise.all([
    albums.listByIds(reader, [...ids.album]),
    kinds.includes('artist') ? countAlbumsOf(reader, [...ids.artist], maxCounted) : new Map<bigint, number>(),
  ]);
  const artistIds = new Set([...ids.artist, ...found.map(({ artistId }) => artistId as bigint)]);
  const known = new Map((await artists.listByIds(reader, [...artistIds])).map(({ record }) => [record.id, record]));
  const albumsOf = Map.groupBy(found, ({ artistId }) => artistId);
  const ofArtists = [...ids.artist].flatMap((id): Candidate[] => {
    const artist = known.get(id);
    return artist ? [{ kind: 'artist', artist, albums: inOrder(albumsOf.get(id) ?? []), albumCount: counts.get(id) ?? 0 }] : [];
  });
  const ofAlbums = found.flatMap(({ record, artistId }): Candidate[] => {
    const artist = known.get(artistId as bigint);
    return artist ? [{ kind: 'album', artist, album: record }] : [];
  });
  const byKind: Record<EntryKind, Candidate[]> = { artist: ofArtists, album: ofAlbums };
  return kinds.flatMap((kind) => byKind[kind]);
}

function inOrder(found: { record: Album }[]): Album[] {
  const records = found.map(({ record }) => record).sort((one, other) => (one.id < other.id ? -1 : 1));
  return records.slice(0, maxAlbums);
}
