import { type ArtistFilter, isFiltered } from '../../model/artistQuery.ts';
import { type EntryKind, searchedKinds } from '../../model/record.ts';
import { nameKeyOf } from '../../model/search/duplicates.ts';
import { loosened, type Plan, planOf, type Unfinished } from '../../model/search/plan.ts';
import { byRank, judgeOf, type Ranked, withoutTail } from '../../model/search/relevance.ts';
import type { Vocabulary } from '../../model/search/vocabulary.ts';
import { wordsOf } from '../../model/search/words.ts';
import { vocabularyOf } from '../../store/search/vocabulary.ts';
import type { Reader } from '../../store/store.ts';
import { withBands } from './bandsOfMembers.ts';
import { type Candidates, gather, newBudget } from './gather.ts';
import { loadCandidates } from './load.ts';

/** `filter`: records that match it are judged even if many others have the words. Other records are found too. */
export type Search = { text: string; kinds: readonly EntryKind[]; unfinished: Unfinished; filter?: ArtistFilter };

type Answers = { plan: Plan; ranked: Ranked[] };

/** The results of a search, the best first, and the plan that found them. If no record has all words, that plan omits some. */
export async function rank(reader: Reader, search: Search): Promise<Answers> {
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
  const [budget, ownBudget] = [newBudget(), newBudget()];
  const within = isFiltered(filter) ? filter : undefined;
  function judged(plan: Plan, key: string): Promise<Ranked[]> {
    const all = gather(reader, vocabulary, plan, key, budget);
    const own = within && gather(reader, vocabulary, plan, key, ownBudget, within);
    return firstJudged(reader, plan, kinds, own ? together(all, own) : all);
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
  let judged = 0;
  for await (const ids of stages) {
    const size = searchedKinds.reduce((total, kind) => total + ids[kind].size, 0);
    if (size === judged) continue;
    judged = size;
    const found = await judgeAll(reader, plan, kinds, ids);
    if (found.length > 0) return found;
  }
  return [];
}

async function judgeAll(reader: Reader, plan: Plan, kinds: readonly EntryKind[], ids: Candidates): Promise<Ranked[]> {
  const judge = judgeOf(plan);
  const ranked: Ranked[] = [];
  for (const candidate of await loadCandidates(reader, ids, kinds)) {
    const judgement = judge(candidate);
    if (judgement) ranked.push({ candidate, judgement });
  }
  return ranked.sort(byRank);
}
