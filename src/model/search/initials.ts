import { isNumber } from './sound.ts';
import type { Word } from './words.ts';
import { isStopWord } from './wordWeight.ts';

/** Before initials in the index, since no word of a text has it: "las" is a word, "·las" is Luis Alberto Spinetta. */
const mark = '·';
const shortest = 2;
const longest = 10;

/** Letters as the index keeps them where they are initials; undefined where nobody writes so many. */
export function asInitials(letters: string): string | undefined {
  return letters.length >= shortest && letters.length <= longest && !isNumber(letters) ? mark + letters : undefined;
}

export function areInitials(word: string): boolean {
  return word.startsWith(mark);
}

/** The initials of a name: of all its words, and without the small ones within it. "lmdhp" and "lmhp", "ikatv" and "ikv". */
export function initialsOf(words: Word[]): string[] {
  if (words.length < shortest || words.length > longest) return [];
  const big = words.filter((word, at) => at === 0 || !isStopWord(word.text));
  const all = [words, big].map((some) => asInitials(some.map(initialOf).join('')));
  return [...new Set(all)].filter((initials) => initials !== undefined);
}

function initialOf({ text }: Word): string {
  return isNumber(text) ? text : String.fromCodePoint(text.codePointAt(0) ?? 0);
}
