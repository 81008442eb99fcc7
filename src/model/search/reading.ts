import { type Term, weightOfTerm } from './terms.ts';

/** One way to read a query: as written, with words joined, or with words cut apart. A record must match all terms that are not optional. */
export type Reading = {
  terms: Term[];
  /** The number of spaces that were added or removed. */
  spaces: number;
  /** The words that were omitted because no record matches all. */
  left: Term[];
};

/** At most this many articles and similar words are required. Nearly all records have such a word, so it costs much and excludes little. */
const maxCommon = 4;

/** @param terms if all are optional, the first of those with the highest weight become required */
export function readingOf(terms: Term[], spaces: number): Reading {
  if (terms.some(({ optional }) => !optional)) return { terms, spaces, left: [] };
  const most = Math.max(...terms.map(weightOfTerm));
  const needed = terms.filter((term) => weightOfTerm(term) === most).slice(0, maxCommon);
  return { terms: terms.map((term) => ({ ...term, optional: !needed.includes(term) })), spaces, left: [] };
}
