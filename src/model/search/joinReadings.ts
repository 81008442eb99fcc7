import { type Reading, readingOf } from './reading.ts';
import { type Term, termOf } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';

type Join = { from: number; to: number; word: string };

const longestJoined = 30;

/** The query with two words joined, or a run of single letters, or all words, where that makes a word of the index or almost one. */
export async function readingsWithJoins(terms: Term[], vocabulary: Vocabulary): Promise<Reading[]> {
  const joins = joinsOf(terms);
  if (joins.length === 0) return [];
  const known = await vocabulary.known(joins.map(({ word }) => word));
  const readings: Reading[] = [];
  for (const { from, to, word } of joins) {
    const unknown = terms.slice(from, to).some((term) => !term.known);
    if (!known.has(word) && !unknown) continue;
    const term = await termOf(word, vocabulary, terms[to - 1]?.prefix !== undefined);
    if (canMatch(term)) readings.push(readingOf([...terms.slice(0, from), term, ...terms.slice(to)], to - from - 1));
  }
  return readings;
}

function canMatch({ known, near, beginning }: Term): boolean {
  return known || near.length > 0 || beginning.length > 0;
}

function joinsOf(terms: Term[]): Join[] {
  const words = terms.map(({ exact }) => exact[0] ?? '');
  const pairs = words.slice(1).map((_, i) => ({ from: i, to: i + 2 }));
  const all = words.length > 2 ? [{ from: 0, to: words.length }] : [];
  const joins = [...pairs, ...runsOfLetters(words), ...all].map(({ from, to }) => ({ from, to, word: words.slice(from, to).join('') }));
  return joins.filter(({ word }) => word.length <= longestJoined);
}

/** Where three single letters or more follow each other, as in an acronym. */
function runsOfLetters(words: string[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from < words.length; from++) {
    let to = from;
    while (words[to]?.length === 1) to++;
    if (to - from > 2) runs.push({ from, to });
    from = to;
  }
  return runs;
}
