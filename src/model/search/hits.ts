import type { Plan } from './plan.ts';
import type { Term } from './terms.ts';

/** How a word of a record answers a term. */
export type How = 'exact' | 'prefix' | 'near' | 'beginning';
export type Hit = { term: Term; how: How /** From 0 to 1. */; quality: number };

/** Finds what a word of a record answers. */
export type HitsOf = (word: string) => Hit[];

const none: Hit[] = [];

/** Prepares a plan, so that each word of a record costs one look-up and one comparison for each unfinished word. */
export function hitsOfPlan({ readings }: Plan): HitsOf {
  const terms = [...new Set(readings.flatMap((reading) => reading.terms))];
  const byWord = new Map<string, Hit[]>();
  for (const term of terms) for (const [word, hit] of wholeWords(term)) byWord.set(word, [...(byWord.get(word) ?? []), hit]);
  const open = terms.filter(({ prefix }) => prefix !== undefined);
  return (word) => {
    const whole = byWord.get(word);
    const begun = open.filter(({ prefix }) => word.startsWith(prefix ?? '') && word !== prefix);
    if (begun.length === 0) return whole ?? none;
    return [...(whole ?? []), ...begun.map((term) => prefixHit(term, word))];
  };
}

function prefixHit(term: Term, word: string): Hit {
  const share = (term.prefix ?? '').length / word.length;
  return { term, how: 'prefix', quality: 0.8 + 0.15 * share };
}

function wholeWords(term: Term): [string, Hit][] {
  const { exact, near, beginning } = term;
  return [
    ...exact.map((word, i): [string, Hit] => [word, { term, how: 'exact', quality: i === 0 ? 1 : 0.97 }]),
    ...near.map(({ word, typos }): [string, Hit] => [word, { term, how: 'near', quality: qualities[typos] ?? 0.6 }]),
    ...beginning.map(({ word, typos }): [string, Hit] => [word, { term, how: 'beginning', quality: (qualities[typos] ?? 0.6) - 0.1 }]),
  ];
}

/** By half typos. */
const qualities = [1, 0.93, 0.82, 0.72, 0.65];
