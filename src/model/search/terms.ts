import { allowedTypos, distanceOf, typo, typosFrom } from './distance.ts';
import { formsOf } from './forms.ts';
import { asInitials } from './initials.ts';
import { isYear, otherWaysOf } from './variants.ts';
import type { Vocabulary } from './vocabulary.ts';
import { isLetter, isOptional, isStopWord, weightOf } from './wordWeight.ts';

/** A word of the index that may be meant, and by how many half typos it differs from what was written. */
export type Near = { word: string; typos: number };

/** What a record must have for one word of a query, or for a piece of it: any of these words. */
export type Term = {
  /** As it was written, then other ways to write the same ("dos" and "2"). */
  exact: string[];
  /** A word may begin so: where the word may be unfinished. */
  prefix: string | undefined;
  /** The one letter that was written: of a record that is found by other words, a word may begin so. */
  initial: string | undefined;
  /** It as the initials of a name. */
  initials: string | undefined;
  /** Words that begin almost like `prefix`, the nearest first. */
  beginning: Near[];
  /** Words that are almost the one written, the nearest first. */
  near: Near[];
  /** An article, an initial, a year, or a word like "banda": a record that has it is better, but none must. Never so of all terms of a reading. */
  optional: boolean;
  /** Whether the index has such a word, or one that begins with `prefix`. */
  known: boolean;
};

const maxLooked = 200;
const maxNear = 24;
/** Letters that an unfinished word must have before typos in it are forgiven. */
const shortestBeginning = 4;

/** A term for a word that the index has, without words near it. */
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
  const looked = await vocabulary.withForms(formsOf(word), maxLooked);
  const typosOf = typosFrom(word, allowedTypos(word));
  const near = nearest(looked, (other) => (other === word ? undefined : typosOf(other)));
  if (!unfinished || word.length < shortestBeginning) return { ...term, near };
  const isOther = (other: string) => !other.startsWith(word) && !near.some((one) => one.word === other);
  const most = Math.min(typo, allowedTypos(word));
  return { ...term, near, beginning: nearest(looked, (other) => (isOther(other) ? distanceOf(word, other, most, true) : undefined)) };
}

export function canMatch({ known, near, beginning }: Term): boolean {
  return known || near.length > 0 || beginning.length > 0;
}

/** Whether it is no word that anything has, nor hardly misspelt: then its spaces may be wrong. */
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

/** How much a term says about what is meant, of 100. */
export function weightOfTerm({ exact: [word = ''] }: Term): number {
  return weightOf(word);
}
