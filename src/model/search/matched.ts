import type { Candidate, Field } from './candidate.ts';
import { excerptOf, type Range } from './excerpt.ts';
import { type Found, findInFor } from './found.ts';
import { type HitsOf, hitsOfPlan } from './hits.ts';
import type { Plan } from './plan.ts';
import { bestReading, foundIn } from './relevance.ts';
import { type Term, weightOfTerm } from './terms.ts';
import type { Word } from './words.ts';

/** A text of a record that matches the query, so that a client can show why the record was found. */
export type Matched = {
  member: Field['member'];
  /** The whole text, or the part of a description around the match, at most 240 UTF-16 units. */
  text: string;
  /** The matching words, as offsets in UTF-16 units of `text`: ascending, without overlaps, at most 20. */
  ranges: Range[];
};

const maxTexts = 5;
const maxRanges = 20;

/** Returns a function that finds the matching texts of a record, the best first, at most 5. */
export function matchedBy(plan: Plan): (candidate: Candidate) => Matched[] {
  const hitsOf = hitsOfPlan(plan);
  const findIn = findInFor(plan);
  return (candidate) => {
    const found = foundIn(candidate, plan, findIn);
    const reading = bestReading(plan, found, candidate)?.reading;
    if (!reading) return [];
    const terms = new Set(reading.terms);
    const needed = found.filter(({ best }) => reading.terms.some((term) => !term.optional && best.has(term)));
    const worth = ({ field, best }: (typeof found)[number]) =>
      reading.terms.reduce((total, term) => total + field.weight * weightOfTerm(term) * (best.get(term)?.quality ?? 0), 0);
    const order = needed.toSorted((one, other) => worth(other) - worth(one));
    const shown = order.filter(({ field }) => !field.hidden).slice(0, maxTexts);
    return shown.map((text) => markedIn(text, terms, hitsOf));
  };
}

function markedIn({ field, words, initials }: Found, terms: Set<Term>, hitsOf: HitsOf): Matched {
  const isHit = ({ text }: Word) => hitsOf(text).some(({ term }) => terms.has(term));
  const whole = initials.find(isHit);
  const marked = whole ? [whole] : words.filter(isHit);
  const ranges = marked.map(({ start, end }): Range => [start, end]);
  const excerpt = field.member === 'description' ? excerptOf(field.text, ranges) : { text: field.text, ranges };
  return { member: field.member, text: excerpt.text, ranges: excerpt.ranges.slice(0, maxRanges) };
}
