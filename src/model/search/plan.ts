import { readingsWithCuts } from './cutReadings.ts';
import { readingsWithJoins } from './joinReadings.ts';
import { type Reading, readingOf } from './reading.ts';
import { type Term, termOf } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Word } from './words.ts';

/** The ways to read a query; the first is the query as written. */
export type Plan = { readings: Reading[] };

/** Which words may be beginnings: the last one in a search, all in suggestions. */
export type Unfinished = 'none' | 'last' | 'all';

/** In a longer query no word is read as initials: people who know so much of a name write it out, and each word more costs a lookup. */
const maxWithInitials = 4;
const maxReadings = 8;
/** The most readings that `loosened` makes of one. */
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
  const without = needed.map((left) => terms.filter((term) => term !== left));
  const alone = needed.length > 2 ? needed.map((one) => [one]) : [];
  return [...without, ...alone].map((kept) => ({ ...readingOf(kept, spaces), left: terms.filter((term) => !kept.includes(term)) }));
}
