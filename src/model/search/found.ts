import { type Candidate, type Field, weightOfField } from './candidate.ts';
import type { Hit, HitsOf } from './hits.ts';
import type { Reading } from './reading.ts';
import type { Term } from './terms.ts';

/** What a text has of a plan: for each term its best hit, and at which word; and how much the text counts. */
export type Found = { field: Field; best: Map<Term, Hit & { place: number }>; weight: number };

/** What a text has of a plan, or undefined where it has nothing of it. */
export function findIn(field: Field, hitsOf: HitsOf): Found | undefined {
  let best: Found['best'] | undefined;
  const words = field.initials ? [...field.words, ...field.initials] : field.words;
  for (const [place, word] of words.entries()) {
    for (const hit of hitsOf(word.text)) {
      best ??= new Map();
      if (hit.quality > (best.get(hit.term)?.quality ?? 0)) best.set(hit.term, { ...hit, place });
    }
  }
  if (!best) return undefined;
  const shared = field.shared ? [...best.values()].map(({ place }) => field.words[place]?.text ?? '') : [];
  return { field, best, weight: weightOfField(field, shared) };
}

/**
 * Whether the texts together have all that a reading demands. An album must have some of it in its own name or a track's, or be of that
 * year: it is not found by its artist's alone.
 */
export function isComplete({ terms }: Reading, found: Found[], kind: Candidate['kind']): boolean {
  if (!terms.every((term) => term.optional || found.some(({ best }) => best.has(term)))) return false;
  return kind === 'artist' || found.some(({ field, best }) => isOwn(field, best, terms));
}

function isOwn({ member }: Field, best: Found['best'], terms: Term[]): boolean {
  if (member === 'year') return best.size > 0;
  return (member === 'name' || member === 'track') && terms.some((term) => !term.optional && best.has(term));
}

/** Whether nothing else can have a term better: it is there as written, or it is there and the index has no word that is. */
export function isAtBest(term: Term, found: Found[]): boolean {
  const hits = found.flatMap(({ best }) => best.get(term) ?? []);
  if (hits.some(({ asWritten }) => asWritten > 0)) return true;
  return hits.length > 0 && !term.known && !term.near.some(({ typos }) => typos === 1);
}
