import type { Artist } from '../../model/artist.ts';
import type { EntryKind } from '../../model/record.ts';
import type { Candidate } from '../../model/search/candidate.ts';
import { areDuplicates, duplicateKeysOf, keysNear, nameKeyOf } from '../../model/search/duplicates.ts';
import { matchedBy } from '../../model/search/matched.ts';
import { planOf } from '../../model/search/plan.ts';
import { byRank, judgeOf, type Ranked } from '../../model/search/relevance.ts';
import type { SuggestionQuery } from '../../model/search/searchQuery.ts';
import { wordsOf } from '../../model/search/words.ts';
import { artists } from '../../store/artist.ts';
import { listNamed, listNamedAny } from '../../store/search/matching.ts';
import { vocabularyOf } from '../../store/search/vocabulary.ts';
import type { Reader } from '../../store/store.ts';
import { findByName } from './gather.ts';
import { loadCandidates } from './load.ts';
import { type Hit, requireIndex } from './search.ts';

/** Artists judged for suggestions, and for duplicates of a name. */
const maxJudged = 60;
/** Words of a name by which duplicates are found. */
const maxWords = 12;

/**
 * Artists whose names begin with a text, or nearly so, to show while somebody types; with `with`, albums too.
 *
 * @throws Problem `unavailable`
 */
export async function suggestArtists(reader: Reader, { q, limit, with: withAlbums }: SuggestionQuery): Promise<Hit[]> {
  await requireIndex(reader);
  const vocabulary = vocabularyOf(reader);
  const plan = await planOf(wordsOf(q), vocabulary, 'all');
  const find = (kind: EntryKind) => findByName(reader, vocabulary, { kind, plan, key: nameKeyOf(q), max: maxJudged });
  const found = (await artists.listByIds(reader, await find('artist'))).map(
    ({ record }): Candidate => ({ kind: 'artist', artist: record, albums: [], albumCount: 0 }),
  );
  const ofAlbums = withAlbums ? await loadCandidates(reader, { artist: new Set(), album: new Set(await find('album')) }, ['album']) : [];
  const judge = judgeOf(plan);
  const ranked = [...found, ...ofAlbums].flatMap((one): Ranked[] => {
    const candidate = { ...one, artist: { ...one.artist, description: '' } };
    const judgement = judge(candidate);
    return judgement ? [{ candidate, judgement }] : [];
  });
  const matched = matchedBy(plan);
  return ranked
    .sort(byRank)
    .slice(0, Number(limit))
    .map((one) => ({ ...one, matched: matched(one.candidate) }));
}

/** Artists whose names are likely the same as a name; first those that differ in spelling alone. @throws Problem `unavailable` */
export async function findDuplicates(reader: Reader, { name }: { name: string }): Promise<Artist[]> {
  await requireIndex(reader);
  const key = nameKeyOf(name);
  const same = key ? await listNamed(reader, 'artist', key, { limit: maxJudged, within: undefined }) : [];
  const vocabulary = vocabularyOf(reader);
  const plan = await planOf(wordsOf(name, maxWords), vocabulary, 'none');
  const respelt = await listNamedAny(reader, 'artist', duplicateKeysOf(name).flatMap(keysNear), maxJudged);
  const ids = new Set([...same, ...respelt, ...(await findByName(reader, vocabulary, { kind: 'artist', plan, key: '', max: maxJudged }))]);
  const found = (await artists.listByIds(reader, [...ids]))
    .map(({ record }) => record)
    .filter((artist) => areDuplicates(name, artist.name));
  const isSame = (artist: Artist) => nameKeyOf(artist.name) === key;
  return [...found.filter(isSame), ...found.filter((artist) => !isSame(artist))];
}
