import type { Album } from '../album.ts';
import type { Artist } from '../artist.ts';
import { mostDescriptionWords } from './candidate.ts';
import { isStopWord } from './stopWords.ts';
import { wordsOf } from './words.ts';

/** What the index keeps of a record. */
export type Document = {
  /** The name as `nameKeyOf` makes it. */
  name: string;
  /** The words of name and band, each once. */
  title: string[];
  /** Further words of the description, each once. */
  text: string[];
};

export function artistDocument({ name, band, description }: Pick<Artist, 'name' | 'band' | 'description'>): Document {
  const title = distinct(name, band);
  const text = distinctOf(wordsOf(description, mostDescriptionWords)).filter((word) => !title.includes(word));
  return { name: nameKeyOf(name), title, text };
}

export function albumDocument({ name }: Pick<Album, 'name'>): Document {
  return { name: nameKeyOf(name), title: distinct(name), text: [] };
}

/**
 * What names that are written the same but for accents, capitals, spaces, punctuation and articles have in common; "" where a
 * name has no letters and digits.
 */
export function nameKeyOf(name: string): string {
  const words = wordsOf(name).map(({ text }) => text);
  const kept = words.filter((word) => !isStopWord(word));
  return (kept.length > 0 ? kept : words).join('');
}

const distinct = (...texts: string[]) => distinctOf(texts.flatMap((text) => wordsOf(text)));
const distinctOf = (words: { text: string }[]) => [...new Set(words.map(({ text }) => text))];
