import { isNumber } from './sound.ts';
import type { Word } from './words.ts';
import { isStopWord } from './wordWeight.ts';

/** Prefix of initials in the index, which no word of a text has: "las" is a word, "·las" is Luis Alberto Spinetta. */
const mark = '·';
/** The fewest initials. */
const shortest = 2;
/** The most initials. */
const longest = 10;

/** Letters as the index stores initials; undefined for more letters than people type. */
export function asInitials(letters: string): string | undefined {
  return letters.length >= shortest && letters.length <= longest && !isNumber(letters) ? mark + letters : undefined;
}

export function areInitials(word: string): boolean {
  return word.startsWith(mark);
}

/** The initials of a name, with and without its small words: "lmdhp" and "lmhp", "ikatv" and "ikv". */
export function initialsOf(words: Word[]): string[] {
  if (words.length < shortest || words.length > longest) return [];
  const big = words.filter((word, i) => i === 0 || !isStopWord(word.text));
  const initialOf = (text: string) => (isNumber(text) ? text : String.fromCodePoint(text.codePointAt(0) ?? 0));
  const all = [words, big].map((chosen) => asInitials(chosen.map(({ text }) => initialOf(text)).join('')));
  return [...new Set(all)].filter((initials) => initials !== undefined);
}
