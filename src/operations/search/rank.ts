import { type ArtistFilter, isFiltered } from '../../model/artistQuery.ts';
import { type EntryKind, searchedKinds } from '../../model/record.ts';
import type { Candidate } from '../../model/search/candidate.ts';
import { nameKeyOf } from '../../model/search/duplicates.ts';
import { loosened, type Plan, planOf, type Unfinished } from '../../model/search/plan.ts';
import { byRank, idOf, type Judge, judgeOf, type Ranked, withoutTail } from '../../model/search/relevance.ts';
import type { Vocabulary } from '../../model/search/vocabulary.ts';
import { wordsOf } from '../../model/search/words.ts';
import { listNamed } from '../../store/search/matching.ts';
import { vocabularyOf } from '../../store/search/vocabulary.ts';
import type { Reader } from '../../store/store.ts';
import { type Candidates, gather, newBudget, noCandidates } from './gather.ts';
import { loadCandidates } from './load.ts';

/** `filter`: records that match it are judged even if many others have the words. Other records are found too. */
export type Search = { text: string; kinds: readonly EntryKind[]; unfinished: Unfinished; filter?: ArtistFilter };

/** The results of a search, the best first, and the plan that found them. If no record has all words, that plan omits some. */
export async function rank(reader: Reader, search: Search): Promise<{ plan: Plan; ranked: Ranked[] }> {
  const key = nameKeyOf(search.text);
  const planned = await planWith(reader, search, vocabularyOf(reader));
  const found = await planned.judged(planned.plan, key);
  if (found.length > 0) return { plan: planned.plan, ranked: withoutTail(await withBands(reader, planned.plan, found)) };
  if (search.kinds.includes('album')) {
    const { plan, judged } = await planWith(reader, search, vocabularyOf(reader, true));
    const byTracks = await judged(plan, key);
    if (byTracks.length > 0) return { plan, ranked: withoutTail(byTracks) };
  }
  const looser = loosened(planned.plan);
  return looser ? { plan: looser, ranked: withoutTail(await planned.judged(looser, '')) } : { plan: planned.plan, ranked: [] };
}

/** The plan of a search, and a function that scores the records found by it or by a looser plan. */
async function planWith(reader: Reader, { text, kinds, unfinished, filter = {} }: Search, vocabulary: Vocabulary) {
  const plan = await planOf(wordsOf(text), vocabulary, unfinished);
  const [budget, filteredBudget] = [newBudget(), newBudget()];
  const within = isFiltered(filter) ? filter : undefined;
  function judged(plan: Plan, key: string): Promise<Ranked[]> {
    const all = gather(reader, vocabulary, plan, key, budget);
    const filtered = within && gather(reader, vocabulary, plan, key, filteredBudget, within);
    return firstJudged(reader, plan, kinds, filtered ? together(all, filtered) : all);
  }
  return { plan, judged };
}

/** The candidates of two searches by one plan, stage by stage. */
async function* together(one: AsyncGenerator<Candidates>, other: AsyncGenerator<Candidates>): AsyncGenerator<Candidates> {
  for await (const found of one) {
    const more: Candidates | undefined = (await other.next()).value;
    yield more ? unionOf(found, more) : found;
  }
}

function unionOf(one: Candidates, other: Candidates): Candidates {
  return Object.fromEntries(searchedKinds.map((kind) => [kind, one[kind].union(other[kind])])) as Candidates;
}

/** Scores the candidates stage by stage, and stops at the first stage with a result. */
async function firstJudged(reader: Reader, plan: Plan, kinds: readonly EntryKind[], stages: AsyncIterable<Candidates>): Promise<Ranked[]> {
  const judge = judgeOf(plan);
  let judged = 0;
  for await (const ids of stages) {
    const size = searchedKinds.reduce((total, kind) => total + ids[kind].size, 0);
    if (size === judged) continue;
    judged = size;
    const found = judgeAll(judge, await loadCandidates(reader, ids, kinds)).sort(byRank);
    if (found.length > 0) return found;
  }
  return [];
}

const judgeAll = (judge: Judge, candidates: Candidate[]): Ranked[] => candidates.flatMap((candidate) => judge(candidate) ?? []);

/** The most artists whose bands are looked up. */
const maxMembers = 5;
/** The most artists that are read for one band's name. */
const maxNamesakes = 3;
/** Points of the part `whole`: an artist with fewer was found by its texts rather than its name. */
const minByName = 125;

/**
 * Adds the bands of the best artists, if these were found by their texts and not by their names. A search for a misspelt band finds its
 * members by the band's name in their texts, but the band was meant.
 */
async function withBands(reader: Reader, plan: Plan, ranked: Ranked[]): Promise<Ranked[]> {
  const first = ranked.slice(0, maxMembers).filter(isMember);
  const best = ranked[0];
  if (!best || first[0] !== best || (best.judgement.parts.whole ?? 0) >= minByName) return ranked;
  const keys = new Set(first.map(({ candidate }) => nameKeyOf(candidate.artist.band)));
  const found = new Map(ranked.map((found) => [keyOf(found), found]));
  for (const key of keys) for (const band of await judgeNamed(reader, plan, key)) found.set(keyOf(band), lifted(band, first));
  return [...found.values()].sort(byRank);
}

function isMember({ candidate: { kind, artist } }: Ranked): boolean {
  return kind === 'artist' && artist.band !== '' && nameKeyOf(artist.band) !== nameKeyOf(artist.name);
}

function keyOf({ candidate }: Ranked): string {
  return `${candidate.kind} ${idOf(candidate)}`;
}

async function judgeNamed(reader: Reader, plan: Plan, key: string): Promise<Ranked[]> {
  const artist = new Set(key ? await listNamed(reader, 'artist', key, { limit: maxNamesakes, within: undefined }) : []);
  return judgeAll(judgeOf(plan), await loadCandidates(reader, { ...noCandidates(), artist }, ['artist']));
}

/** Gives a band one point more than its best member, if the band's name has more of the words than the members' names. */
function lifted(band: Ranked, members: Ranked[]): Ranked {
  const { score, parts } = band.judgement;
  const itsMembers = members.filter((member) => nameKeyOf(member.candidate.artist.band) === nameKeyOf(band.candidate.artist.name));
  const wholeOf = ({ judgement }: Ranked) => judgement.parts.whole ?? 0;
  if (itsMembers.some((member) => wholeOf(member) >= wholeOf(band))) return band;
  const more = Math.max(0, ...itsMembers.map((member) => member.judgement.score + 1 - score));
  return { ...band, judgement: { score: score + more, parts: { ...parts, members: more } } };
}
