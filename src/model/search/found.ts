import { type Candidate, type Field, weightOfField } from './candidate.ts';
import type { Hit, HitsOf } from './hits.ts';
import type { Reading, Term } from './terms.ts';

/** The words of a plan in one text. `best`: the best hit of each term, with the position of its word. `weight`: that of the text. */
export type Found = { field: Field; best: Map<Term, Hit & { position: number }>; weight: number };

/** Looks for the terms of a plan in a text; undefined if it contains none. */
export function findIn(field: Field, hitsOf: HitsOf): Found | undefined {
  let best: Found['best'] | undefined;
  const words = field.initials ? [...field.words, ...field.initials] : field.words;
  for (const [position, word] of words.entries()) {
    for (const hit of hitsOf(word.text)) {
      best ??= new Map();
      if (hit.quality > (best.get(hit.term)?.quality ?? 0)) best.set(hit.term, { ...hit, position });
    }
  }
  if (!best) return undefined;
  const shared = field.shared ? [...best.values()].map(({ position }) => field.words[position]?.text ?? '') : [];
  return { field, best, weight: weightOfField(field, shared) };
}

/**
 * Whether the texts together match all required terms of a reading. For an album, its own name, a track or its year must match: its
 * artist's name alone does not find it.
 */
export function isComplete({ terms }: Reading, found: Found[], kind: Candidate['kind']): boolean {
  if (!terms.every((term) => term.optional || found.some(({ best }) => best.has(term)))) return false;
  return kind === 'artist' || found.some(({ field, best }) => isOwn(field, best, terms));
}

function isOwn({ member }: Field, best: Found['best'], terms: Term[]): boolean {
  if (member === 'year') return best.size > 0;
  return (member === 'name' || member === 'track') && terms.some((term) => !term.optional && best.has(term));
}

/**
 * Whether no other text can match a term better. Either the written word was found. Or another word was found, and the index has neither
 * the written word nor one that differs from it by one typo.
 */
export function isAtBest(term: Term, found: Found[]): boolean {
  const hits = found.flatMap(({ best }) => best.get(term) ?? []);
  if (hits.some(({ asWritten }) => asWritten > 0)) return true;
  return hits.length > 0 && !term.known && !term.near.some(({ typos }) => typos === 1);
}
