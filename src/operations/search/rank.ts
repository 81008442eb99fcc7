import type { Kind } from '../../model/record.ts';
import { nameKeyOf } from '../../model/search/duplicates.ts';
import { loosened, type Plan, planOf, type Unfinished } from '../../model/search/plan.ts';
import { byRank, judgeOf, type Ranked, withoutTail } from '../../model/search/rank.ts';
import { wordsOf } from '../../model/search/words.ts';
import { vocabularyOf } from '../../store/search/vocabulary.ts';
import type { Reader } from '../../store/store.ts';
import { withBands } from './bandsOfMembers.ts';
import { type Candidates, gather, looksOfSearch } from './gather.ts';
import { loadCandidates } from './load.ts';

export type Search = { text: string; kinds: readonly Kind[]; unfinished: Unfinished };

/** What answers a search, the best first, and the plan by which it does: where nothing has all words, one that leaves some out. */
export async function rank(reader: Reader, { text, kinds, unfinished }: Search): Promise<{ plan: Plan; ranked: Ranked[] }> {
  const vocabulary = vocabularyOf(reader);
  const plan = await planOf(wordsOf(text), vocabulary, unfinished);
  const looks = looksOfSearch();
  const judged = (plan: Plan, key: string) => firstJudged(reader, plan, kinds, gather(reader, vocabulary, plan, key, looks));
  const found = await judged(plan, nameKeyOf(text));
  if (found.length > 0) return { plan, ranked: withoutTail(await withBands(reader, plan, found)) };
  const looser = loosened(plan);
  return looser ? { plan: looser, ranked: withoutTail(await judged(looser, '')) } : { plan, ranked: [] };
}

/** What the first stage finds that finds anything. */
async function firstJudged(reader: Reader, plan: Plan, kinds: readonly Kind[], stages: AsyncIterable<Candidates>): Promise<Ranked[]> {
  let looked = 0;
  for await (const ids of stages) {
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
  for (const candidate of await loadCandidates(reader, ids, kinds)) {
    const judgement = judge(candidate);
    if (judgement) ranked.push({ candidate, judgement });
  }
  return ranked.sort(byRank);
}
