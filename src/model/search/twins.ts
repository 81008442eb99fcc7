import { distanceOf } from './distance.ts';
import { numeralOf } from './numerals.ts';
import { isNumber, pronounce, soundOf } from './sound.ts';
import { wordsOf } from './words.ts';
import { isStopWord } from './wordWeight.ts';

/**
 * What names that are written the same have in common, but for accents, capitals, spaces, punctuation, articles and how numbers
 * are written; "" where a name has no letters and digits.
 */
export function nameKeyOf(name: string): string {
  return keyWordsOf(name).join('');
}

/**
 * Whether two names are likely those of one artist: they sound the same, or differ by a typo or so, in any order of their words.
 * Not where a number differs, or a name is that of a woman instead of a man.
 */
export function areTwins(one: string, other: string): boolean {
  const [words, others] = [keyWordsOf(one), keyWordsOf(other)];
  if (words.length === 0 || others.length === 0) return one.trim() === other.trim();
  if (words.filter(isNumber).join(' ') !== others.filter(isNumber).join(' ')) return false;
  if (words.some((word) => others.some((another) => isOtherGender(word, another) || isOtherGender(another, word)))) return false;
  if (areAlike(words.join(''), others.join(''))) return true;
  return words.length > 1 && areAlike(words.toSorted().join(''), others.toSorted().join(''));
}

function keyWordsOf(name: string): string[] {
  const words = wordsOf(name).map(({ text }) => text);
  const kept = words.filter((word) => !isStopWord(word));
  return (kept.length > 0 ? kept : words).map((word) => (isNumber(word) ? word : (numeralOf(word) ?? word)));
}

/** "Mariano" and "Mariana", "Gabriel" and "Gabriela": a letter only, and somebody else. */
function isOtherGender(man: string, woman: string): boolean {
  return woman.length > 3 && woman.endsWith('a') && (woman === `${man}a` || woman === `${man.slice(0, -1)}a`) && !man.endsWith('a');
}

function areAlike(key: string, other: string): boolean {
  if (key === other) return true;
  if (Math.abs(key.length - other.length) > mostLonger) return false;
  const length = Math.min(key.length, other.length);
  if (length > 3 && pronounce(key) === pronounce(other)) return true;
  // In a short name another first letter makes another name: "Los Gatos" and "Los Patos".
  if (length < shortName && soundOf(key[0] ?? '') !== soundOf(other[0] ?? '')) return false;
  return distanceOf(key, other, allowedBetween(length)) !== undefined;
}

const shortName = 8;
const mostLonger = 4;

/** Half typos: fewer than for the words of a query, for "redondos" and "redonditos" are two bands. */
function allowedBetween(length: number): number {
  if (length <= 3) return 0;
  return length < 6 ? 1 : length < shortName ? 2 : 3;
}
