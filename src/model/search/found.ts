import type { Candidate, Field } from './candidate.ts';
import type { Hit, HitsOf } from './hits.ts';
import type { Reading } from './reading.ts';
import type { Term } from './terms.ts';

/** What a text has of a plan: for each term its best hit, and at which word. */
export type Found = { field: Field; best: Map<Term, Hit & { place: number }> };

/** What a text has of a plan, or undefined where it has nothing of it. */
export function findIn(field: Field, hitsOf: HitsOf): Found | undefined {
  let best: Found['best'] | undefined;
  for (const [place, word] of field.words.entries()) {
    for (const hit of hitsOf(word.text)) {
      best ??= new Map();
      if (hit.quality > (best.get(hit.term)?.quality ?? 0)) best.set(hit.term, { ...hit, place });
    }
  }
  return best && { field, best };
}

/**
 * Whether the texts together have all that a reading demands. An album must have some of it in its own name: it is not found by
 * its artist's alone.
 */
export function isComplete({ terms }: Reading, found: Found[], kind: Candidate['kind']): boolean {
  const own = kind === 'artist' ? undefined : found.find(({ field }) => field.member === 'name');
  if (kind === 'album' && !terms.some((term) => !term.optional && own?.best.has(term))) return false;
  return terms.every((term) => term.optional || found.some(({ best }) => best.has(term)));
}

/** Whether nothing else can have a term better: it is there as written, or it is there and the index has no word that is. */
export function isAtBest(term: Term, found: Found[]): boolean {
  const hits = found.flatMap(({ best }) => best.get(term) ?? []);
  if (hits.some(({ asWritten }) => asWritten > 0)) return true;
  return hits.length > 0 && !term.known && !term.near.some(({ typos }) => typos === 1);
}
