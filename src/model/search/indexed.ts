import type { Fields, Member, RecordOf, RecordType, Searched, SearchedKind } from '../record.ts';
import { maxDescriptionWords } from './candidate.ts';
import { nameKeyOf } from './duplicates.ts';
import { initialsOf } from './initials.ts';
import { wordsOf } from './words.ts';

/**
 * The entry of a record in the index: the key of its name, the distinct words of its names with an artist's initials, and the words that
 * only its text has.
 */
export type Document = { nameKey: string; title: string[]; text: string[] };

/** A change of the index: the record now, or undefined if it was deleted; and the number of the build that adds it, if any. */
export type IndexChange = { type: RecordType<never>; id: bigint; record: RecordOf<Fields> | undefined; build: bigint | undefined };

/** Computed for each change in the writer, so it must be quick. */
export function documentOf({ type, record }: { type: RecordType<never>; record: RecordOf<Fields> }): Document {
  const title = new Set<string>();
  addWords(title, textsOf(type, record, 'title'));
  if (type.kind === 'artist') for (const initials of initialsOf(wordsOf(record['name' as never]))) title.add(initials);
  const all = new Set(title);
  addWords(all, textsOf(type, record, 'text'));
  // A set keeps the order of insertion, so the words of `title` come first.
  return { nameKey: nameKeyOf(record[type.titled as never]), title: [...title], text: [...all].slice(title.size) };
}

/**
 * The rank of a kind's text words in the vocabulary: -1 for tracks, so that a misspelt name matches a name first. Only a search that
 * finds nothing else compares misspelt words with words of tracks.
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

/** Without repetitions: many bands have the name of their artist. */
function textsOf({ names, members }: RecordType<never>, record: RecordOf<Fields>, where: Searched): Set<string> {
  const texts = new Set<string>();
  for (const name of names) if ((members[name] as Member<unknown>).searched === where) texts.add(record[name as never]);
  return texts;
}
