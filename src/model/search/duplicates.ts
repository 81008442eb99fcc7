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

const gluedArticle = /^(?:los|las|la|el|the)(?=.{4})/;

/** What duplicates of a name may have as their key: that of the name, the same with its articles, and without one that is glued to it. */
export function duplicateKeysOf(name: string): string[] {
  const key = nameKeyOf(name);
  const whole = wordsOf(name)
    .map(({ text }) => text)
    .join('');
  return [...new Set([key, whole, whole.replace(gluedArticle, '')])].filter((one) => one !== '');
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Of a longer key no other spellings are made: they are many, and long. */
const longestRespelt = 40;

/** A key and those that differ from it by one letter left out, added or exchanged, or by two in each other's place: so duplicates are found whatever the spaces. */
export function keysNear(key: string): string[] {
  if (key === '' || key.length > longestRespelt || !/^[a-z0-9]+$/.test(key)) return key === '' ? [] : [key];
  const keys = new Set([key]);
  for (let at = 0; at <= key.length; at++) {
    const [head, tail] = [key.slice(0, at), key.slice(at)];
    keys.add(head + tail.slice(1));
    if (tail.length > 1) keys.add(head + tail[1] + tail[0] + tail.slice(2));
    for (const letter of letters) keys.add(head + letter + tail).add(head + letter + tail.slice(1));
  }
  keys.delete('');
  return [...keys];
}

/**
 * Whether two names are likely those of one artist: they sound the same, or differ by a typo or so, in any order of their words.
 * Not where a number differs, or a name is that of a woman instead of a man.
 */
export function areDuplicates(one: string, other: string): boolean {
  const [words, others] = [keyWordsOf(one), keyWordsOf(other)];
  if (words.length === 0 || others.length === 0) return one.trim() === other.trim();
  if (numbersIn(words) !== numbersIn(others)) return false;
  if (words.some((word) => others.some((another) => isOtherGender(word, another) || isOtherGender(another, word)))) return false;
  if (areAlike(words.join(''), others.join(''))) return true;
  if (isOneWord(one) !== isOneWord(other)) {
    const keys = duplicateKeysOf(other);
    if (duplicateKeysOf(one).some((key) => keys.some((another) => areAlike(key, another)))) return true;
  }
  return words.length > 1 && areAlike(words.toSorted().join(''), others.toSorted().join(''));
}

/** Then its articles may be glued to it. */
function isOneWord(name: string): boolean {
  return wordsOf(name, 2).length === 1;
}

/** Those that stand alone, or at an end of a word: "La25", but not "Ca7riel". */
function numbersIn(words: string[]): string {
  return words.flatMap((word) => word.match(/^\d+|(?<!\d)\d+$/g) ?? []).join(' ');
}

function keyWordsOf(name: string): string[] {
  const words = wordsOf(name).map(({ text }) => text);
  const kept = words.filter((word) => !isStopWord(word));
  return (kept.length > 0 ? kept : words).map((word) => (isNumber(word) ? word : (numeralOf(word) ?? word)));
}

/** "Mariano" and "Mariana", "Gabriel" and "Gabriela": a letter only, and somebody else. */
function isOtherGender(man: string, woman: string): boolean {
  return woman.length > 3 && (woman === `${man}a` || woman === `${man.slice(0, -1)}a`) && !man.endsWith('a');
}

function areAlike(key: string, other: string): boolean {
  if (key === other) return true;
  if (Math.abs(key.length - other.length) > maxLonger) return false;
  const length = Math.min(key.length, other.length);
  if (length > 3 && pronounce(key) === pronounce(other)) return true;
  // In a short name another first letter makes another name: "Los Gatos" and "Los Patos".
  if (length < shortName && soundOf(key[0] ?? '') !== soundOf(other[0] ?? '')) return false;
  return distanceOf(key, other, allowedBetween(length)) !== undefined;
}

const shortName = 8;
const maxLonger = 4;

/** Half typos: fewer than for the words of a query, for "redondos" and "redonditos" are two bands. */
function allowedBetween(length: number): number {
  if (length <= 3) return 0;
  return length < 6 ? 1 : length < shortName ? 2 : 3;
}
