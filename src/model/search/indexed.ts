import type { Fields, Member, RecordOf, RecordType, Searched, SearchedKind } from '../record.ts';
import { maxDescriptionWords } from './candidate.ts';
import { nameKeyOf } from './duplicates.ts';
import { initialsOf } from './initials.ts';
import { wordsOf } from './words.ts';

/** What the index keeps of a record: its name's key, the distinct words of its names with an artist's initials, and words that are only in its text. */
export type Document = { nameKey: string; title: string[]; text: string[] };

/** What the index is to have of a record: as it is now, or undefined where it is gone; and the build of the index that brings it in, if any. */
export type IndexChange = { type: RecordType<never>; id: bigint; record: RecordOf<Fields> | undefined; build: bigint | undefined };

/** Made for each change in the writer, so it is quick. */
export function documentOf({ type, record }: { type: RecordType<never>; record: RecordOf<Fields> }): Document {
  const title = new Set<string>();
  addWords(title, textsOf(type, record, 'title'));
  if (type.kind === 'artist') for (const initials of initialsOf(wordsOf(record['name' as never]))) title.add(initials);
  const all = new Set(title);
  addWords(all, textsOf(type, record, 'text'));
  // What was added to a set comes behind what it had.
  return { nameKey: nameKeyOf(record[type.titled as never]), title: [...title], text: [...all].slice(title.size) };
}

/**
 * How the vocabulary ranks the words of a kind's text: -1 for tracks, which would else be taken for misspelt names; a search looks for
 * words near these only where it finds nothing else.
 */
export function textStanding(kind: SearchedKind): number {
  return kind === 'track' ? -1 : 0;
}

export function isIndexedAlike<F extends Fields>(type: RecordType<F>, one: RecordOf<F>, other: RecordOf<F>): boolean {
  return type.names.every((name) => !(type.members[name] as Member<unknown>).searched || one[name] === other[name]);
}

function addWords(words: Set<string>, texts: Set<string>): void {
  for (const text of texts) for (const word of wordsOf(text, maxDescriptionWords)) words.add(word.text);
}

/** Each once: many a band has the name of its artist. */
function textsOf({ names, members }: RecordType<never>, record: RecordOf<Fields>, where: Searched): Set<string> {
  const texts = new Set<string>();
  for (const name of names) if ((members[name] as Member<unknown>).searched === where) texts.add(record[name as never]);
  return texts;
}
