import { type Term, weightOfTerm } from './terms.ts';

/** One way to read a query: as it is written, with two words joined, with words cut. A record must have all its terms that are not optional. */
export type Reading = {
  terms: Term[];
  /** How many spaces were put in or taken out. */
  spaces: number;
  /** What was left out because nothing has all terms. */
  left: Term[];
};

/** @param terms where all are articles and the like, those that say most are not optional */
export function readingOf(terms: Term[], spaces: number): Reading {
  const most = Math.max(...terms.map(weightOfTerm));
  const needed = terms.some(({ optional }) => !optional) ? terms : terms.map((term) => ({ ...term, optional: weightOfTerm(term) < most }));
  return { terms: needed, spaces, left: [] };
}
