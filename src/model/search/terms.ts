import { allowedTypos, distanceOf, typo, typosFrom } from './distance.ts';
import { formsOf } from './forms.ts';
import { asInitials } from './initials.ts';
import { isYear, otherWaysOf } from './variants.ts';
import type { Vocabulary } from './vocabulary.ts';
import { isLetter, isOptional, isStopWord, weightOf } from './wordWeight.ts';

/** A word of the index that resembles the written word, and the number of half typos between them. */
export type Near = { word: string; typos: number };

/** One word of a query, or a piece of one. A record matches the term if it has any of these words. */
export type Term = {
  /** The written word, then other ways to write the same ("dos" and "2"). */
  exact: string[];
  /** Matches words that begin with it; set if the word may be unfinished. */
  prefix: string | undefined;
  /** A single written letter: in a record that matches other words, it matches any word with this initial. */
  initial: string | undefined;
  /** The written word, read as the initials of a name. */
  initials: string | undefined;
  /** Words whose beginnings resemble `prefix`, the most similar first. */
  beginning: Near[];
  /** Words that resemble the written one, the most similar first. */
  near: Near[];
  /**
   * For an article, an initial, a year, or a word like "banda": a record with it scores higher, but a record need not have it. At least one
   * term of a reading is not optional.
   */
  optional: boolean;
  /** Whether the index has the word, or a word that begins with `prefix`. */
  known: boolean;
};

const maxSimilar = 200;
const maxNear = 24;
/** Typos in an unfinished word are accepted from this many letters on. */
const shortestBeginning = 4;

/** A term without similar words. */
export function exactTerm(word: string, unfinished: boolean): Term {
  const prefix = unfinished && !isYear(word) ? word : undefined;
  const initial = isLetter(word) ? word : undefined;
  return {
    exact: [word, ...otherWaysOf(word)],
    prefix,
    initial,
    initials: undefined,
    beginning: [],
    near: [],
    optional: isOptional(word),
    known: true,
  };
}

export async function termOf(word: string, vocabulary: Vocabulary, unfinished: boolean): Promise<Term> {
  const exact = exactTerm(word, unfinished);
  const term = {
    ...exact,
    initials: exact.optional ? undefined : asInitials(word),
    known: isYear(word) || isLetter(word) || (await isKnown(exact, vocabulary)),
  };
  if (allowedTypos(word) === 0 || isStopWord(word) || isLetter(word)) return term;
  const similar = await vocabulary.withForms(formsOf(word), maxSimilar);
  const typosOf = typosFrom(word, allowedTypos(word));
  const near = nearest(similar, (other) => (other === word ? undefined : typosOf(other)));
  if (!unfinished || word.length < shortestBeginning) return { ...term, near };
  const isOther = (other: string) => !other.startsWith(word) && !near.some(({ word }) => word === other);
  const most = Math.min(typo, allowedTypos(word));
  return { ...term, near, beginning: nearest(similar, (other) => (isOther(other) ? distanceOf(word, other, most, true) : undefined)) };
}

export function canMatch({ known, near, beginning }: Term): boolean {
  return known || near.length > 0 || beginning.length > 0;
}

/** Whether the index has neither the word nor one with a single typo. Then the spaces of the query may be wrong. */
export function isLost({ known, near }: Term): boolean {
  return !known && !near.some(({ typos }) => typos <= typo);
}

async function isKnown({ exact, prefix }: Term, vocabulary: Vocabulary): Promise<boolean> {
  if ((await vocabulary.known(exact)).size > 0) return true;
  return prefix !== undefined && (await vocabulary.beginningWith(prefix, 1)).length > 0;
}

function nearest(words: string[], typosOf: (word: string) => number | undefined): Near[] {
  const found = words.flatMap((word) => {
    const typos = typosOf(word);
    return typos === undefined ? [] : [{ word, typos }];
  });
  return found.sort((one, other) => one.typos - other.typos || (one.word < other.word ? -1 : 1)).slice(0, maxNear);
}

/** The weight of a term: how well it distinguishes records, up to 100. */
export function weightOfTerm({ exact: [word = ''] }: Term): number {
  return weightOf(word);
}

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
