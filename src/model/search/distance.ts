import { isNumber, pronounce, soundOf } from './sound.ts';

/** Typos are counted in halves: one that the ear does not notice ("b" for "v", a letter doubled, an "h" left out) is half a typo. */
export const typo = 2;
const half = 1;

/** How many half typos a word may have to be taken for another: half a typo up to two letters, one up to six, two beyond. */
export function allowedTypos(word: string): number {
  if (isNumber(word)) return 0;
  if (word.length <= 2) return half;
  return word.length <= 6 ? typo : 2 * typo;
}

/** The half typos by which two words differ, or undefined where they are more than allowed; half a typo where they are said alike. */
export function typosBetween(asked: string, word: string, allowed: number): number | undefined {
  if (asked === word) return 0;
  return allowed >= half && pronounce(asked) === pronounce(word) ? half : distanceOf(asked, word, allowed);
}

/**
 * The half typos by which two words differ (Damerau–Levenshtein, optimal string alignment, with halves), or undefined where
 * they are more than allowed. Its time grows with the product of the lengths: give it words, not texts.
 *
 * @param beginning takes the nearest beginning of `word` instead of all of it
 */
export function distanceOf(asked: string, word: string, allowed: number, beginning = false): number | undefined {
  if (asked.length - word.length > allowed || (!beginning && word.length - asked.length > allowed)) return undefined;
  let older: number[] = [];
  let row = firstRow(word);
  for (let i = 1; i <= asked.length; i++) {
    const next = nextRow(asked, word, i, row, older);
    if (Math.min(...next) > allowed) return undefined;
    older = row;
    row = next;
  }
  const distance = beginning ? Math.min(...row) : (row.at(-1) ?? 0);
  return distance <= allowed ? distance : undefined;
}

function firstRow(word: string): number[] {
  const row = [0];
  for (let j = 1; j <= word.length; j++) row.push((row[j - 1] ?? 0) + alone(word, j - 1));
  return row;
}

function nextRow(asked: string, word: string, i: number, row: number[], older: number[]): number[] {
  const next = [(row[0] ?? 0) + alone(asked, i - 1)];
  for (let j = 1; j <= word.length; j++) {
    const kept = (row[j - 1] ?? 0) + exchange(asked[i - 1] ?? '', word[j - 1] ?? '');
    const added = (next[j - 1] ?? 0) + alone(word, j - 1);
    const missing = (row[j] ?? 0) + alone(asked, i - 1);
    let least = Math.min(kept, added, missing);
    if (i > 1 && j > 1 && asked[i - 1] === word[j - 2] && asked[i - 2] === word[j - 1]) {
      least = Math.min(least, (older[j - 2] ?? 0) + typo);
    }
    next.push(least);
  }
  return next;
}

/** What a letter costs that the other word has not. */
function alone(word: string, at: number): number {
  const letter = word[at];
  const quiet = letter === 'h' || letter === word[at - 1] || (letter === 'u' && /[qg]/.test(word[at - 1] ?? ''));
  return quiet ? half : typo;
}

function exchange(one: string, other: string): number {
  if (one === other) return 0;
  return soundOf(one) === soundOf(other) ? half : typo;
}
