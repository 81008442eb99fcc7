import type { Term } from './terms.ts';

/** One way to read a query: as it is written, with two words joined, with words cut. A record must have all its terms that are not optional. */
export type Reading = {
  terms: Term[];
  /** How many spaces were put in or taken out. */
  spaces: number;
  /** What was left out because nothing has all terms. */
  left: Term[];
};

/** @param terms where all are articles and the like, none of them is optional */
export function readingOf(terms: Term[], spaces: number): Reading {
  const needed = terms.some(({ optional }) => !optional) ? terms : terms.map((term) => ({ ...term, optional: false }));
  return { terms: needed, spaces, left: [] };
}
