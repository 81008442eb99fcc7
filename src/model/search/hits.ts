import { typo } from './distance.ts';
import type { Plan } from './plan.ts';
import type { Term } from './terms.ts';

/** A match between a word of a record and a term; each value is from 0 to 1. */
export type Hit = {
  term: Term;
  /** The similarity of the two words. */
  quality: number;
  /** 1 if the word equals the word of the query, less if it begins with that word, sounds like it or is its plural. */
  asWritten: number;
  /** Whether only the beginning of the word was written. */
  begun: boolean;
};

export type HitsOf = (word: string) => Hit[];

const none: Hit[] = [];

/** Prepares a plan, so that each word of a record takes one lookup, and one comparison for each unfinished word. */
export function hitsOfPlan({ readings }: Plan): HitsOf {
  const terms = [...new Set(readings.flatMap((reading) => reading.terms))];
  const byWord = new Map<string, Hit[]>();
  for (const term of terms) for (const [word, hit] of wholeWords(term)) byWord.set(word, [...(byWord.get(word) ?? []), hit]);
  const open = terms.flatMap((term) => {
    const beginning = term.prefix ?? (term.optional ? term.initial : undefined);
    return beginning === undefined ? [] : [{ term, beginning }];
  });
  return (word) => {
    const whole = byWord.get(word) ?? none;
    let hits = whole;
    for (const { term, beginning } of open)
      if (word.length > beginning.length && word.startsWith(beginning)) hits = [...hits, prefixHit(term, beginning.length / word.length)];
    return hits;
  };
}

function prefixHit(term: Term, share: number): Hit {
  return { term, quality: 0.65 + 0.32 * share, asWritten: 0.9, begun: true };
}

function wholeWords(term: Term): [string, Hit][] {
  const hit = (word: string, quality: number, asWritten: number, begun = false): [string, Hit] => [
    word,
    { term, quality, asWritten, begun },
  ];
  return [
    ...term.exact.map((word, i) => (i === 0 ? hit(word, 1, 1) : hit(word, 0.97, 0.9))),
    ...(term.initials === undefined ? [] : [hit(term.initials, qualityOf(typo), 0)]),
    ...term.near.map(({ word, typos }) => hit(word, qualityOf(typos), typos <= 1 ? 0.75 : 0)),
    ...term.beginning.map(({ word, typos }) => hit(word, qualityOf(typos) - 0.15, typos <= 1 ? 0.4 : 0, true)),
  ];
}

/** @param typos in halves */
const qualityOf = (typos: number) => [1, 0.93, 0.82, 0.72, 0.65][typos] ?? 0;
