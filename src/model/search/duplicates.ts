import { distanceOf } from './distance.ts';
import { isNumber, pronounce, soundOf } from './sound.ts';
import { numeralOf } from './variants.ts';
import { wordsOf } from './words.ts';
import { isStopWord } from './wordWeight.ts';

/**
 * The part of a name that all its spellings share: without accents, capitals, spaces, punctuation and articles, and with numbers in one
 * form. "" if a name has no letters and digits.
 */
export function nameKeyOf(name: string): string {
  return keyWordsOf(name).join('');
}

const gluedArticle = /^(?:los|las|la|el|the)(?=.{4})/;

/**
 * The keys that a duplicate of a name may have: the key of the name; all its words joined, articles included; and if these begin with an
 * article ("lospiojos"), the rest ("piojos").
 */
export function duplicateKeysOf(name: string): string[] {
  const key = nameKeyOf(name);
  const whole = wordsOf(name)
    .map(({ text }) => text)
    .join('');
  return [...new Set([key, whole, whole.replace(gluedArticle, '')])].filter((spelling) => spelling !== '');
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** For a longer key no other spellings are made: there would be too many. */
const longestRespelt = 40;

/**
 * A key, and all keys that differ from it by one omitted, added or replaced letter, or by two swapped neighbours. Keys have no spaces, so a
 * space in another position is no difference.
 */
export function keysNear(key: string): string[] {
  if (key === '' || key.length > longestRespelt || !/^[a-z0-9]+$/.test(key)) return key === '' ? [] : [key];
  const keys = new Set([key]);
  for (let i = 0; i <= key.length; i++) {
    const [head, tail] = [key.slice(0, i), key.slice(i)];
    keys.add(head + tail.slice(1));
    if (tail.length > 1) keys.add(head + tail[1] + tail[0] + tail.slice(2));
    for (const letter of letters) keys.add(head + letter + tail).add(head + letter + tail.slice(1));
  }
  keys.delete('');
  return [...keys];
}

/**
 * Whether two names are likely those of one artist: they sound the same, or differ by about one typo, whatever the order of their words.
 * Names with different numbers, and names of a woman and a man, are not.
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

/** An article may be joined to a name of one word: "lospiojos". */
function isOneWord(name: string): boolean {
  return wordsOf(name, 2).length === 1;
}

/** Numbers that are words of their own, or begin or end a word: "La25", but not "Ca7riel". */
function numbersIn(words: string[]): string {
  return words.flatMap((word) => word.match(/^\d+|(?<!\d)\d+$/g) ?? []).join(' ');
}

function keyWordsOf(name: string): string[] {
  const words = wordsOf(name).map(({ text }) => text);
  const kept = words.filter((word) => !isStopWord(word));
  return (kept.length > 0 ? kept : words).map((word) => (isNumber(word) ? word : (numeralOf(word) ?? word)));
}

/** "Mariano" and "Mariana", "Gabriel" and "Gabriela" differ by one letter, and are different people. */
function isOtherGender(man: string, woman: string): boolean {
  return woman.length > 3 && (woman === `${man}a` || woman === `${man.slice(0, -1)}a`) && !man.endsWith('a');
}

function areAlike(key: string, other: string): boolean {
  if (key === other) return true;
  if (Math.abs(key.length - other.length) > maxLonger) return false;
  const length = Math.min(key.length, other.length);
  if (length > 3 && pronounce(key) === pronounce(other)) return true;
  // Short names with different first letters are different: "Los Gatos" and "Los Patos".
  if (length < shortName && soundOf(key[0] ?? '') !== soundOf(other[0] ?? '')) return false;
  return distanceOf(key, other, allowedBetween(length)) !== undefined;
}

const shortName = 8;
const maxLonger = 4;

/** In half typos. Fewer than for the words of a query, since "redondos" and "redonditos" are two bands. */
function allowedBetween(length: number): number {
  if (length <= 3) return 0;
  return length < 6 ? 1 : length < shortName ? 2 : 3;
}
