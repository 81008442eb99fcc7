import type { Artist } from '../../model/artist.ts';
import { areDuplicates, duplicateKeysOf, keysNear, nameKeyOf } from '../../model/search/duplicates.ts';
import { matchedBy } from '../../model/search/matched.ts';
import { planOf } from '../../model/search/plan.ts';
import { byRank, judgeOf, type Ranked } from '../../model/search/relevance.ts';
import { wordsOf } from '../../model/search/words.ts';
import { artists } from '../../store/artist.ts';
import { listNamed, listNamedAny } from '../../store/search/matching.ts';
import { vocabularyOf } from '../../store/search/vocabulary.ts';
import type { Reader } from '../../store/store.ts';
import { findByName } from './gather.ts';
import { type Hit, requireIndex } from './search.ts';

/** Artists judged for suggestions, and for duplicates of a name. */
const maxJudged = 60;
/** Words of a name by which duplicates are found. */
const maxWords = 12;

/** Artists whose names begin with a text, or nearly so, to show while somebody types. @throws Problem `unavailable` */
export async function suggestArtists(reader: Reader, { q, limit }: { q: string; limit: bigint }): Promise<Hit[]> {
  await requireIndex(reader);
  const vocabulary = vocabularyOf(reader);
  const plan = await planOf(wordsOf(q), vocabulary, 'all');
  const found = await artists.listByIds(reader, await findByName(reader, vocabulary, plan, nameKeyOf(q), maxJudged));
  const judge = judgeOf(plan);
  const ranked = found.flatMap(({ record }): Ranked[] => {
    const candidate = { kind: 'artist' as const, artist: { ...record, description: '' }, albums: [], albumCount: 0 };
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
  const ids = new Set([...same, ...respelt, ...(await findByName(reader, vocabulary, plan, '', maxJudged))]);
  const found = (await artists.listByIds(reader, [...ids]))
    .map(({ record }) => record)
    .filter((artist) => areDuplicates(name, artist.name));
  const isSame = (artist: Artist) => nameKeyOf(artist.name) === key;
  return [...found.filter(isSame), ...found.filter((artist) => !isSame(artist))];
}
