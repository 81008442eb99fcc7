import { wordsOf } from './words.ts';

/** What names that are written the same but for accents, spaces and articles have in common: the index keeps it for each artist. */
export function nameKeyOf(name: string): string {
  return wordsOf(name)
    .map(({ text }) => text)
    .join('');
}

/** Whether two names are likely those of one artist. */
export function areTwins(one: string, other: string): boolean {
  return nameKeyOf(one) === nameKeyOf(other);
}
