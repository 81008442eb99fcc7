import { type Candidate, type Field, maxDescriptionWords } from './candidate.ts';
import { type Hit, type HitsOf, hitsOfPlan } from './hits.ts';
import { initialsOf } from './initials.ts';
import type { Plan } from './plan.ts';
import type { Reading, Term } from './terms.ts';
import { type Word, wordsOf } from './words.ts';

/** The words of a text, its initials if they are searched too, and the best hit of each term with the position of its word. */
type Text = { words: Word[]; initials: Word[]; best: Map<Term, Hit & { position: number }> };

/** A text with words of a plan. `weight`: that of the text. */
export type Found = Text & { field: Field; weight: number };

export type FindIn = (field: Field) => Found | undefined;

/**
 * Returns a function that looks for the terms of a plan in a text; undefined if it contains none. Each text is read once: an artist and its
 * albums have texts in common.
 */
export function findInFor(plan: Plan): FindIn {
  const hitsOf = hitsOfPlan(plan);
  const texts = new Map<string, Text>();
  const names = new Map<string, Text>();
  const read = (text: string) =>
    texts.getOrInsertComputed(text, () => {
      const words = wordsOf(text, maxDescriptionWords);
      return { words, initials: [], best: bestIn(words, hitsOf) };
    });
  const readName = (name: string) =>
    names.getOrInsertComputed(name, () => {
      const { words } = read(name);
      const initials = initialsOf(words).map((text) => ({ text, start: 0, end: name.length }));
      return { words, initials, best: bestIn([...words, ...initials], hitsOf) };
    });
  return (field) => {
    const text = field.initials ? readName(field.text) : read(field.text);
    return text.best.size > 0 ? { ...text, field, weight: weightIn(field, text, read) } : undefined;
  };
}

function bestIn(words: Word[], hitsOf: HitsOf): Text['best'] {
  const best: Text['best'] = new Map();
  for (const [position, word] of words.entries()) {
    for (const hit of hitsOf(word.text)) {
      if (hit.quality > (best.get(hit.term)?.quality ?? 0)) best.set(hit.term, { ...hit, position });
    }
  }
  return best;
}

/** The weight of the name of an album that has its artist's name, if only shared words match. */
const namedWeight = 0.95;
/** The weight of any other album's name, if only shared words match. */
const sharedWeight = 0.8;

function weightIn({ weight, of }: Field, { words, best }: Text, read: (text: string) => Text): number {
  if (!of) return weight;
  const ofArtist = read(of.name).words;
  const shared = new Set([...ofArtist, ...read(of.band).words].map(({ text }) => text));
  if (![...best.values()].every(({ position }) => shared.has(words[position]?.text ?? ''))) return weight;
  const own = new Set(words.map(({ text }) => text));
  return ofArtist.every(({ text }) => own.has(text)) && own.size === ofArtist.length ? namedWeight : sharedWeight;
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
 * the written word nor one that differs from it by half a typo.
 */
export function isAtBest(term: Term, found: Found[]): boolean {
  const hits = found.flatMap(({ best }) => best.get(term) ?? []);
  if (hits.some(({ asWritten }) => asWritten > 0)) return true;
  return hits.length > 0 && !term.known && !term.near.some(({ typos }) => typos === 1);
}
