import { isNumber, pronounce, soundOf } from './sound.ts';
import { differInNumber } from './variants.ts';

/** Typos are counted in halves. A typo that does not change the sound ("b" for "v", a doubled letter, an omitted "h") is half a typo. */
export const typo = 2;
const half = 1;

/**
 * How many half typos a word may have to match another: one for words up to two letters, two up to four, three up to six, four for longer
 * ones.
 */
export function allowedTypos(word: string): number {
  if (isNumber(word)) return 0;
  if (word.length <= 2) return half;
  if (word.length <= 4) return typo;
  return word.length <= 6 ? typo + half : 2 * typo;
}

/**
 * Returns a function that gives the half typos between a word and `asked`, in spelling or in sound, or undefined if they exceed the bound.
 * Words with the same sound, and a plural, differ by half a typo.
 */
export function typosFrom(asked: string, allowed: number): (word: string) => number | undefined {
  const askedSound = pronounce(asked);
  return (word) => {
    if (word === asked) return 0;
    const wordSound = pronounce(word);
    if (allowed >= half && (wordSound === askedSound || differInNumber(asked, word))) return half;
    const written = distanceOf(asked, word, allowed);
    const heard = distanceOf(askedSound, wordSound, Math.min(allowed, written ?? allowed) - half);
    return heard === undefined ? written : heard + half;
  };
}

/**
 * The half typos between two words (Damerau–Levenshtein, optimal string alignment, with halves), or undefined if they exceed the bound.
 * Time grows with the product of the lengths: call it with words, not with texts.
 *
 * @param beginning compares with the nearest beginning of `word` instead of the whole word
 */
export function distanceOf(asked: string, word: string, allowed: number, beginning = false): number | undefined {
  if (asked.length - word.length > allowed || (!beginning && word.length - asked.length > allowed)) return undefined;
  const alone = Array.from(word, (_, i) => costAlone(word, i));
  let older: number[] = [];
  let row = [0];
  for (const [i, cost] of alone.entries()) row.push((row[i] ?? 0) + cost);
  for (let i = 1; i <= asked.length; i++) {
    const next = nextRow(asked, word, i, row, older, alone);
    if (least(next) > allowed) return undefined;
    older = row;
    row = next;
  }
  const distance = beginning ? least(row) : (row.at(-1) ?? 0);
  return distance <= allowed ? distance : undefined;
}

function nextRow(asked: string, word: string, i: number, row: number[], older: number[], alone: number[]): number[] {
  const missing = costAlone(asked, i - 1);
  const letter = asked[i - 1] ?? '';
  const sound = soundOf(letter);
  let before = (row[0] ?? 0) + missing;
  const next = [before];
  for (let j = 1; j <= word.length; j++) {
    const other = word[j - 1] ?? '';
    const exchanged = (row[j - 1] ?? 0) + (letter === other ? 0 : sound === soundOf(other) ? half : typo);
    let cost = Math.min(exchanged, before + (alone[j - 1] ?? 0), (row[j] ?? 0) + missing);
    if (i > 1 && letter === word[j - 2] && asked[i - 2] === other) cost = Math.min(cost, (older[j - 2] ?? 0) + typo);
    before = cost;
    next.push(cost);
  }
  return next;
}

function least(row: number[]): number {
  let least = row[0] ?? 0;
  for (const cost of row) if (cost < least) least = cost;
  return least;
}

/** The cost of a letter that the other word lacks: an "h", the second of a doubled letter, and a "u" after "q" or "g" are silent. */
function costAlone(word: string, i: number): number {
  const letter = word[i];
  const before = word[i - 1];
  return letter === 'h' || letter === before || (letter === 'u' && (before === 'q' || before === 'g')) ? half : typo;
}
