import type { Artist } from '../../model/artist.ts';
import type { SearchedKind } from '../../model/record.ts';
import type { Candidate } from '../../model/search/candidate.ts';
import { areDuplicates, duplicateKeysOf, keysNear, nameKeyOf } from '../../model/search/duplicates.ts';
import { matchedBy } from '../../model/search/matched.ts';
import { planOf } from '../../model/search/plan.ts';
import { byRank, judgeOf } from '../../model/search/relevance.ts';
import type { SuggestionQuery } from '../../model/search/searchQuery.ts';
import { wordsOf } from '../../model/search/words.ts';
import { listNamedArtists, type NamedArtist } from '../../store/artist.ts';
import { listNamed, listNamedAny } from '../../store/search/matching.ts';
import { vocabularyOf } from '../../store/search/vocabulary.ts';
import type { Reader } from '../../store/store.ts';
import { findByName, withArtists } from './gather.ts';
import { loadArtists, loadCandidates } from './load.ts';
import { type Hit, requireIndex } from './search.ts';

/** The most artists that are judged for suggestions, or as duplicates of a name. */
const maxJudged = 60;
/** The most words of a name that are looked for. */
const maxWords = 12;

/**
 * Artists whose names begin with a text, or with a similar one, to show while someone types. With `with`, albums too.
 *
 * @throws Problem `unavailable`
 */
export async function suggestArtists(reader: Reader, { q, limit, with: withAlbums }: SuggestionQuery): Promise<Hit[]> {
  await requireIndex(reader);
  const vocabulary = vocabularyOf(reader);
  const plan = await planOf(wordsOf(q), vocabulary, 'all');
  const find = (...kinds: SearchedKind[]) => findByName(reader, vocabulary, { kinds, plan, key: nameKeyOf(q), max: maxJudged });
  const found = await loadArtists(reader, await withArtists({ reader, found: await find('artist', 'alias') }));
  const ofArtists = [...found.values()].map((named): Candidate => ({ kind: 'artist', ...named, albums: [], albumCount: 0 }));
  const ofAlbums = withAlbums ? await loadCandidates(reader, await find('album'), ['album']) : [];
  const judge = judgeOf(plan);
  const ranked = [...ofArtists, ...ofAlbums].flatMap((loaded) => judge({ ...loaded, artist: { ...loaded.artist, description: '' } }) ?? []);
  const matched = matchedBy(plan);
  return ranked
    .sort(byRank)
    .slice(0, Number(limit))
    .map((found) => ({ ...found, matched: matched(found.candidate) }));
}

/**
 * Artists whose names or aliases likely mean the same as a name: first those whose names differ only in spelling, last those found by an
 * alias.
 *
 * @throws Problem `unavailable`
 */
export async function findDuplicates(reader: Reader, { name }: { name: string }): Promise<Artist[]> {
  await requireIndex(reader);
  const key = nameKeyOf(name);
  const vocabulary = vocabularyOf(reader);
  const plan = await planOf(wordsOf(name, maxWords), vocabulary, 'none');
  const respelt = duplicateKeysOf(name).flatMap(keysNear);
  const ids = await findByName(reader, vocabulary, { kinds: ['artist', 'alias'], plan, key: '', max: maxJudged });
  for (const kind of ['artist', 'alias'] as const) {
    const same = key ? await listNamed(reader, kind, key, { limit: maxJudged, within: undefined }) : [];
    ids[kind] = new Set([...same, ...(await listNamedAny(reader, kind, respelt, maxJudged)), ...ids[kind]]);
  }
  const found = [...(await loadArtists(reader, await withArtists({ reader, found: ids }))).values()];
  const byName = found.map(({ artist }) => artist).filter((artist) => areDuplicates(name, artist.name));
  const byAlias = found.filter(({ aliases }) => aliases.some((alias) => areDuplicates(name, alias.name))).map(({ artist }) => artist);
  const isSame = (artist: Artist) => nameKeyOf(artist.name) === key;
  return [...new Set([...byName.filter(isSame), ...byName, ...byAlias])];
}

/** Artists that are found for several names in one statement. */
const maxNamed = 500;

/** In UTF-16 units. A form may contain a text a thousand times as long, whose key would take long to compute. */
const longestName = 400;

/** For each name, the artists whose names differ at most in case and accents, in no order. @throws Problem `unavailable` */
export async function findNamed(reader: Reader, { names }: { names: string[] }): Promise<NamedArtist[][]> {
  await requireIndex(reader);
  const keys = names.map((name) => (name.length > longestName ? '' : nameKeyOf(name)));
  const found = await listNamedArtists(reader, await listNamedAny(reader, 'artist', keys.filter(Boolean), maxNamed));
  const byKey = Map.groupBy(found, ({ name }) => nameKeyOf(name));
  return keys.map((key) => byKey.get(key) ?? []);
}
