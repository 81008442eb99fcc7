import { attempt } from './attempt.ts';
import { maxInt64, parseInt64 } from './int64.ts';
import { offsetFault } from './page.ts';
import { textAs } from './text.ts';

/**
 * In a list that is not sorted by id, the next page begins after the record with this key and id. `filter`: the fingerprint of the list's
 * filter.
 */
export type ListCursor<S extends string> = { sort: S; filter: string; id: bigint; key: string };

const form = /^(-?[a-z]+)\.([0-9a-z]{1,13})\.([1-9][0-9]{0,18})\.([A-Za-z0-9_-]{0,1200})$/;

/** Reads `after`: in order of id the last id, else a cursor from `meta.next`. @param isKey whether a text is a sort key of this order */
export function listAfter<const S extends string>(sorts: readonly S[], isKey: (sort: S, key: string) => boolean) {
  const read = (text: string): bigint | ListCursor<S> | undefined => {
    const id = parseInt64(text);
    if (id !== undefined && id >= 0n) return id;
    const cursor = parseCursor(text, sorts);
    return cursor && isKey(cursor.sort, cursor.key) ? cursor : undefined;
  };
  const fault = `must be an integer between 0 and ${maxInt64}, or where the list is sorted by something else, a cursor from meta.next`;
  return textAs(read, fault).meta({
    type: 'string',
    description: 'The start of a page, as in `next`: in order of id the last id seen, else a cursor',
    example: '1010',
  });
}

function parseCursor<S extends string>(text: string, sorts: readonly S[]): ListCursor<S> | undefined {
  const [, word, filter = '', digits = '', encoded = ''] = form.exec(text) ?? [];
  const sort = sorts.find((known) => known === word);
  const id = parseInt64(digits);
  const key = decode(encoded);
  return sort === undefined || id === undefined || key === undefined ? undefined : { sort, filter, id, key };
}

/** PostgreSQL takes no U+0000. */
function decode(encoded: string): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const key = attempt(() => decoder.decode(Buffer.from(encoded, 'base64url')), undefined);
  return key?.includes('\0') ? undefined : key;
}

export function showCursor({ sort, filter, id, key }: ListCursor<string>): string {
  return `${sort}.${filter}.${id}.${Buffer.from(key).toString('base64url')}`;
}

type Place = { after?: bigint | ListCursor<string> | undefined; sort: string; offset: bigint };

/**
 * The parameters of a list that exclude each other: the name of each, and the reason.
 *
 * @param isRead whether the list reads the records that it skips, as it always does in an order other than by id
 */
export function placeFaults({ after, sort, offset }: Place, fingerprint: string, isRead: boolean): [name: string, fault: string][] {
  const faults = {
    after: after === undefined ? undefined : faultOfAfter(after, sort, fingerprint),
    offset: isRead || sort !== 'id' ? offsetFault({ offset, after }) : undefined,
  };
  return Object.entries(faults).filter((fault): fault is [string, string] => fault[1] !== undefined);
}

function faultOfAfter(after: bigint | ListCursor<string>, sort: string, fingerprint: string): string | undefined {
  if (typeof after === 'bigint') return sort === 'id' ? undefined : `is an id, and the list is sorted by ${sort}; begin without it`;
  if (after.sort !== sort) return `is a cursor of a list sorted by ${after.sort}, not ${sort}; begin without it`;
  return after.filter === fingerprint ? undefined : 'is a cursor of a list with another filter; begin without it';
}
