import { typo } from '../../model/search/distance.ts';
import type { Reading, Term } from '../../model/search/terms.ts';
import type { Vocabulary } from '../../model/search/vocabulary.ts';
import type { Groups } from '../../store/search/matching.ts';

/** The most words of the index that begin with the unfinished words of a query. The terms share this number. */
const maxBegun = 50;
/** The most words of the index that are similar to the misspelt words of a query. The terms share this number. */
const maxNear = 72;
/** The least share of a term. */
const minShare = 4;

/** The words of the index that match a term. `share` divides a number of words among the terms of a reading. */
type WordsOf = (term: Term, share: (max: number) => number) => Promise<string[]> | string[];

/** A group of words for each term that a record must match. */
export async function groupsOf(readings: Reading[], wordsOf: WordsOf): Promise<Groups[]> {
  const all: Groups[] = [];
  for (const { terms } of readings) {
    const required = terms.filter(({ optional }) => !optional);
    const share = (max: number) => Math.max(minShare, Math.ceil(max / required.length));
    const groups: Groups = [];
    for (const term of required) groups.push([...new Set(await wordsOf(term, share))]);
    all.push(groups);
  }
  return all;
}

/** Only the words as written. A word that no record has makes an empty group, which matches nothing at no cost. */
export const exactly = ({ exact, known, prefix }: Term): string[] => (known || prefix !== undefined ? exact : []);

/** Also words that begin with an unfinished word, and other spellings. */
export function begun(vocabulary: Vocabulary): WordsOf {
  return async (term, share) => {
    const { prefix, near } = term;
    const written = [...exactly(term), ...near.filter(({ typos }) => typos < typo).map(({ word }) => word)];
    if (prefix === undefined) return written;
    const words = await vocabulary.beginningWith(prefix, maxBegun);
    return [...written, ...(prefix.length === 1 ? words.slice(0, share(maxBegun)) : words)];
  };
}

/** Also words with typos, and names with these initials. */
export function nearly(vocabulary: Vocabulary): WordsOf {
  const wordsOf = begun(vocabulary);
  return async (term, share) => {
    const near = [...term.beginning.slice(0, share(maxNear)), ...term.near.slice(0, share(maxNear))];
    return [...(await wordsOf(term, share)), ...(term.initials ? [term.initials] : []), ...near.map(({ word }) => word)];
  };
}
