import judged from './judged.json' with { type: 'json' };
import later from './later.json' with { type: 'json' };
import unseen from './unseen.json' with { type: 'json' };

/**
 * What people type, and what they want to find, judged on the starter catalogue: by kind, each query with the answers that a
 * person takes for right: an artist's name, or `artist / album`. Written before the ranking, and never changed to suit it.
 */
export type JudgedSet = Record<string, Record<string, string[]>>;

export type Judged = { kind: string; query: string; wanted: string[] };

export const judgedSet = listed(judged);

/** More of them, written later by another procedure: half by rules at random, half by hand, and harder. What is missed is added here. */
export const laterSet = listed(later);

/** Kinds of queries that the rules did not know when they were written: initials, years, plurals, words that belong to no name, and more. */
export const unseenSet = listed(unseen);

function listed(set: JudgedSet): Judged[] {
  return Object.entries(set).flatMap(([kind, queries]) => Object.entries(queries).map(([query, wanted]) => ({ kind, query, wanted })));
}
