import type { Album } from '../../model/album.ts';
import type { Kind } from '../../model/record.ts';
import { type Candidate, mostAlbums } from '../../model/search/candidate.ts';
import { loosened, type Plan, planOf, type Unfinished } from '../../model/search/plan.ts';
import { byRank, judgeOf, type Ranked } from '../../model/search/rank.ts';
import { nameKeyOf } from '../../model/search/twins.ts';
import { wordsOf } from '../../model/search/words.ts';
import { albums } from '../../store/album.ts';
import { artists } from '../../store/artist.ts';
import { listAlbumsOf } from '../../store/search/matching.ts';
import { vocabularyOf } from '../../store/search/vocabulary.ts';
import type { Reader } from '../../store/store.ts';
import { type Candidates, gather } from './gather.ts';

/** Of a longer description only so much is judged, in UTF-16 units. */
const longestDescription = 4_000;
/** Albums that are read of an artist that is not found by one. */
const albumsRead = 50;

export type Search = { text: string; kinds: readonly Kind[]; unfinished: Unfinished };

/** What answers a search, the best first, and the plan by which it does: where nothing has all words, one that leaves some out. */
export async function rank(reader: Reader, { text, kinds, unfinished }: Search): Promise<{ plan: Plan; ranked: Ranked[] }> {
  const plan = await planOf(wordsOf(text), vocabularyOf(reader), unfinished);
  const found = await firstJudged(reader, plan, kinds, nameKeyOf(text));
  if (found.length > 0) return { plan, ranked: found };
  const looser = loosened(plan);
  return looser ? { plan: looser, ranked: await firstJudged(reader, looser, kinds, '') } : { plan, ranked: [] };
}

/** What the first stage finds that finds anything. */
async function firstJudged(reader: Reader, plan: Plan, kinds: readonly Kind[], key: string): Promise<Ranked[]> {
  let looked = 0;
  for await (const ids of gather(reader, plan, key)) {
    const size = ids.artist.size + ids.album.size;
    if (size === looked) continue;
    looked = size;
    const found = await judgeAll(reader, plan, kinds, ids);
    if (found.length > 0) return found;
  }
  return [];
}

async function judgeAll(reader: Reader, plan: Plan, kinds: readonly Kind[], ids: Candidates): Promise<Ranked[]> {
  const judge = judgeOf(plan);
  const ranked: Ranked[] = [];
  for (const candidate of await load(reader, ids, kinds)) {
    const judgement = judge(shortened(candidate));
    if (judgement) ranked.push({ candidate, judgement });
  }
  return ranked.sort(byRank);
}

async function load(reader: Reader, ids: Candidates, kinds: readonly Kind[]): Promise<Candidate[]> {
  const found = await albums.listByIds(reader, [...ids.album]);
  const artistIds = new Set([...ids.artist, ...found.map(({ artistId }) => artistId as bigint)]);
  const theirs = kinds.includes('artist') ? await listAlbumsOf(reader, [...ids.artist], albumsRead) : [];
  const others = await albums.listByIds(
    reader,
    theirs.filter((id) => !ids.album.has(id)),
  );
  const known = new Map((await artists.listByIds(reader, [...artistIds])).map(({ record }) => [record.id, record]));
  const albumsOf = Map.groupBy([...found, ...others], ({ artistId }) => artistId);
  const ofArtists = [...ids.artist].flatMap((id): Candidate[] => {
    const artist = known.get(id);
    return artist ? [{ kind: 'artist', artist, albums: inOrder(albumsOf.get(id) ?? []) }] : [];
  });
  const ofAlbums = found.flatMap(({ record, artistId }): Candidate[] => {
    const artist = known.get(artistId as bigint);
    return artist ? [{ kind: 'album', artist, album: record }] : [];
  });
  return [...(kinds.includes('artist') ? ofArtists : []), ...(kinds.includes('album') ? ofAlbums : [])];
}

function inOrder(found: { record: Album }[]): Album[] {
  const records = found.map(({ record }) => record).sort((one, other) => (one.id < other.id ? -1 : 1));
  return records.slice(0, mostAlbums);
}

function shortened(candidate: Candidate): Candidate {
  const { artist } = candidate;
  if (artist.description.length <= longestDescription) return candidate;
  return { ...candidate, artist: { ...artist, description: artist.description.slice(0, longestDescription) } };
}
