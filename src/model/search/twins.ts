import { wordsOf } from './words.ts';
import { isStopWord } from './wordWeight.ts';

/**
 * What names that are written the same but for accents, capitals, spaces, punctuation and articles have in common; "" where a
 * name has no letters and digits.
 */
export function nameKeyOf(name: string): string {
  const words = wordsOf(name).map(({ text }) => text);
  const kept = words.filter((word) => !isStopWord(word));
  return (kept.length > 0 ? kept : words).join('');
}

/** Whether two names are likely those of one artist. */
export function areTwins(one: string, other: string): boolean {
  return nameKeyOf(one) === nameKeyOf(other);
}
