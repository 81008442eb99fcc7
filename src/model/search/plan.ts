import { readingsWithCuts } from './cutReadings.ts';
import { isNumber } from './sound.ts';
import { canMatch, exactTerm, isLost, type Reading, readingOf, type Term, termOf } from './terms.ts';
import { numberOf, numeralOf } from './variants.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Word } from './words.ts';

/** The ways to read a query; the first is the query as written. */
export type Plan = { readings: Reading[] };

/** The words that may be beginnings of longer ones: the last one in a search, all in suggestions. */
export type Unfinished = 'none' | 'last' | 'all';

/** The most words of a query in which a word can be initials. Longer queries write names out, and each lookup takes time. */
const maxWithInitials = 4;
const maxReadings = 8;
/** The most readings into which `loosened` splits a reading. */
const maxParts = 12;

/** Makes the plan of a query. Even for a hostile query it looks up similar words at most 40 times. @param words of a `searchText` */
export async function planOf(words: Word[], vocabulary: Vocabulary, unfinished: Unfinished): Promise<Plan> {
  const texts = words.map(({ text }) => text);
  await vocabulary.known(texts.flatMap((text, i) => [text, text + (texts[i + 1] ?? '')]));
  const isUnfinished = (i: number) => unfinished === 'all' || (unfinished === 'last' && i === words.length - 1);
  const found = await Promise.all(texts.map((text, i) => termOf(text, vocabulary, isUnfinished(i))));
  const terms = words.length > maxWithInitials ? found.map((term): Term => ({ ...term, initials: undefined })) : found;
  const joined = await readingsWithJoins(terms, vocabulary);
  const cut = await readingsWithCuts(terms, vocabulary);
  return { readings: [readingOf(terms, 0), ...joined, ...cut].slice(0, maxReadings) };
}

/** The plan to use if nothing was found: each of its readings omits one word, or all but one. Undefined if only one word counts. */
export function loosened({ readings }: Plan): Plan | undefined {
  const partial = readings.slice(0, 2).flatMap((reading) => partsOf(reading).slice(0, maxParts));
  return partial.length > 0 ? { readings: partial } : undefined;
}

function partsOf({ terms, spaces }: Reading): Reading[] {
  const needed = terms.filter(({ optional }) => !optional);
  if (needed.length < 2) return [];
  const without = needed.map((omitted) => terms.filter((term) => term !== omitted));
  const alone = needed.length > 2 ? needed.map((term) => [term]) : [];
  return [...without, ...alone].map((kept) => ({ ...readingOf(kept, spaces), left: terms.filter((term) => !kept.includes(term)) }));
}

type Join = { from: number; to: number; word: string };

const longestJoined = 30;
/** The most readings with a joined word that the index lacks, which a similar word must replace. */
const maxGuesses = 4;
/** The most readings with a joined word of the index. */
const maxSure = 4;

/**
 * Readings of the query in which two words, a run of single letters, or all words are joined. The joined word must be in the index, or
 * resemble one that is.
 */
async function readingsWithJoins(terms: Term[], vocabulary: Vocabulary): Promise<Reading[]> {
  const joins = joinsOf(terms);
  if (joins.length === 0) return [];
  const known = await vocabulary.known(joins.map(({ word }) => word));
  const sure = joins.filter(({ word }) => known.has(word));
  const unsure = joins.filter(({ from, to, word }) => !known.has(word) && terms.slice(from, to).some(isLost));
  const readings: Reading[] = [];
  for (const { from, to, word } of [...sure.slice(0, maxSure), ...unsure.slice(0, maxGuesses)]) {
    const unfinished = terms[to - 1]?.prefix !== undefined;
    const term = known.has(word) ? exactTerm(word, unfinished) : await termOf(word, vocabulary, unfinished);
    if (canMatch(term)) readings.push(readingOf([...terms.slice(0, from), term, ...terms.slice(to)], to - from - 1));
  }
  return readings;
}

function joinsOf(terms: Term[]): Join[] {
  const words = terms.map(({ exact }) => exact[0] ?? '');
  const pairs = words.slice(1).map((_, i) => ({ from: i, to: i + 2 }));
  const all = words.length > 2 ? [{ from: 0, to: words.length }] : [];
  const joins = [...pairs, ...runsOfLetters(words), ...all].map(({ from, to }) => ({ from, to, word: words.slice(from, to).join('') }));
  return [...numbersOf(words), ...joins].filter(({ word }) => word.length <= longestJoined);
}

/** Numbers of several words, and numbers after a letter or a word: "setenta y siete", "v ocho". */
function numbersOf(words: string[]): Join[] {
  return words.flatMap((word, from) => {
    const number = numberOf(words.slice(from, from + 3)) ?? numberOf([word]);
    const to = number === undefined ? from + 2 : from + (number.endsWith('0') ? 1 : 3);
    const digits = numeralOf(words[from + 1] ?? '');
    const glued = digits !== undefined && isNumber(digits) ? [{ from, to: from + 2, word: word + digits }] : [];
    return [...(number === undefined ? [] : [{ from, to, word: number }]), ...glued];
  });
}

/** The positions of three or more single letters in a row, as in an acronym. */
function runsOfLetters(words: string[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from < words.length; from++) {
    let to = from;
    while (words[to]?.length === 1) to++;
    if (to - from > 2) runs.push({ from, to });
    from = to;
  }
  return runs;
}
