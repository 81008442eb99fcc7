import { readingsWithCuts } from './cutReadings.ts';
import { readingsWithJoins } from './joinReadings.ts';
import { type Reading, readingOf } from './reading.ts';
import { type Term, termOf } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Word } from './words.ts';

/** What a query may mean: the reading as it is written first. */
export type Plan = { readings: Reading[] };

/** Which words may be beginnings only: the last one in a search, all in suggestions. */
export type Unfinished = 'none' | 'last' | 'all';

/** In a longer query a word is not taken for initials: those who know so much of a name write it, and each word more costs a look. */
const maxWithInitials = 4;
const maxReadings = 8;
/** Of each reading, where one word of it is enough. */
const maxParts = 12;

/**
 * Makes the plan of a query. However hostile it is, it asks for near words 40 times at most.
 *
 * @param words of a `searchText`
 */
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

/**
 * The plan for where nothing was found: each of its readings leaves out one word, or all but one. Undefined where there is only one
 * word that counts.
 */
export function loosened({ readings }: Plan): Plan | undefined {
  const partial = readings.slice(0, 2).flatMap((reading) => partsOf(reading).slice(0, maxParts));
  return partial.length > 0 ? { readings: partial } : undefined;
}

function partsOf({ terms, spaces }: Reading): Reading[] {
  const needed = terms.filter(({ optional }) => !optional);
  if (needed.length < 2) return [];
  const without = needed.map((left) => terms.filter((term) => term !== left));
  const alone = needed.length > 2 ? needed.map((one) => [one]) : [];
  return [...without, ...alone].map((some) => ({ ...readingOf(some, spaces), left: terms.filter((term) => !some.includes(term)) }));
}
