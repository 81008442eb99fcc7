import { type Term, weightOfTerm } from './terms.ts';

/** One way to read a query: as it is written, with two words joined, with words cut. A record must have all its terms that are not optional. */
export type Reading = {
  terms: Term[];
  /** How many spaces were put in or taken out. */
  spaces: number;
  /** What was left out because nothing has all terms. */
  left: Term[];
};

/** The most articles and the like that a query requires: nearly all records have each, so each costs much and excludes little. */
const maxCommon = 4;

/** @param terms if all are optional, the first of those with the highest weight become required */
export function readingOf(terms: Term[], spaces: number): Reading {
  if (terms.some(({ optional }) => !optional)) return { terms, spaces, left: [] };
  const most = Math.max(...terms.map(weightOfTerm));
  const needed = terms.filter((term) => weightOfTerm(term) === most).slice(0, maxCommon);
  return { terms: terms.map((term) => ({ ...term, optional: !needed.includes(term) })), spaces, left: [] };
}
