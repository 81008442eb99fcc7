import type { ListCursor } from '../model/listCursor.ts';
import type { EntryKind } from '../model/record.ts';
import { nameOrder } from '../model/sortKey.ts';
import { findRangesWithRecords } from '../operations/artist.ts';
import type { Visit } from './visit.ts';

/** `0`: the names that begin with a digit. */
export const letters = [...'0abcdefghijklmnñopqrstuvwxyz'];

export const labelOf = (letter: string) => (letter === '0' ? '0–9' : letter.toUpperCase());

/** The first sort key of a letter. */
const keyOf = (letter: string) => (letter === '0' ? letter : nameOrder(letter));

/** The end of the range, exclusive: `:` sorts after the digits, and `{` after z. */
const ranges = letters.map((letter, i) => {
  const next = letters[i + 1];
  return { from: keyOf(letter), before: letter === '0' ? ':' : next === undefined ? '{' : keyOf(next) };
});

/** The letters that begin the name of at least one record of the kind. */
export async function lettersOf({ services }: Visit, kind: EntryKind): Promise<string[]> {
  const withRecords = await services.store.read(findRangesWithRecords, { kind, ranges });
  return letters.filter((_, i) => withRecords.includes(i));
}

/** The cursor before the first name of a letter. @param filter the fingerprint of the list's filter */
export function startOf(letter: string | undefined, filter: string): ListCursor<'name'> | undefined {
  return letter === undefined ? undefined : { sort: 'name', filter, id: 0n, key: keyOf(letter) };
}

/** Keeps the records of a page that begin with the letter. If others follow them, the page is the last. */
export function endAtLetter<P extends { records: { name: string }[]; after: string | undefined }>(letter: string | undefined, page: P): P {
  if (letter === undefined) return page;
  // The sort key writes ñ as `nʒ`.
  const beginning = letter === '0' ? /^\d/ : new RegExp(`^${keyOf(letter)}${letter === 'n' ? '(?!ʒ)' : ''}`);
  const records = page.records.filter(({ name }) => beginning.test(nameOrder(name)));
  return { ...page, records, after: records.length === page.records.length ? page.after : undefined };
}
