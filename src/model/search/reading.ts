import { type Term, weightOfTerm } from './terms.ts';

/** One way to read a query: as it is written, with two words joined, with words cut. A record must have all its terms that are not optional. */
export type Reading = {
  terms: Term[];
  /** How many spaces were put in or taken out. */
  spaces: number;
  /** What was left out because nothing has all terms. */
  left: Term[];
};

/** Articles and the like that a record must have at most: nearly all have each of them, so each costs much and says little. */
const maxCommon = 4;

/** @param terms where all are articles and the like, the first of those that say most are not optional */
export function readingOf(terms: Term[], spaces: number): Reading {
  if (terms.some(({ optional }) => !optional)) return { terms, spaces, left: [] };
  const most = Math.max(...terms.map(weightOfTerm));
  const needed = terms.filter((term) => weightOfTerm(term) === most).slice(0, maxCommon);
  return { terms: terms.map((term) => ({ ...term, optional: !needed.includes(term) })), spaces, left: [] };
}
