import { z } from 'zod';
import { maxInt64, parseInt64 } from './int64.ts';

export const sorts = ['id', '-id', 'name', '-name', 'updated', '-updated'] as const;
export type Sort = (typeof sorts)[number];

/** A list that is not sorted by id goes on behind the record with this key and id. */
export type ArtistCursor = { sort: Sort; filter: string; id: bigint; key: string };

const form = /^(-?[a-z]+)\.([0-9a-z]{1,13})\.([1-9][0-9]{0,18})\.([A-Za-z0-9_-]{0,1200})$/;

/** In order of id the last id seen, else a cursor from `meta.next`. */
export const artistAfter = z
  .string()
  .transform((text, context): bigint | ArtistCursor => {
    const id = parseInt64(text);
    if (id !== undefined && id >= 0n) return id;
    const cursor = parseCursor(text);
    if (cursor) return cursor;
    context.addIssue(
      `must be an integer between 0 and ${maxInt64}, or where the list is sorted by something else, a cursor from meta.next`,
    );
    return z.NEVER;
  })
  .meta({ type: 'string', description: 'Where `next` goes on: in order of id the last id seen, else a cursor', example: '1010' });

function parseCursor(text: string): ArtistCursor | undefined {
  const [, sort, filter = '', digits = '', encoded = ''] = form.exec(text) ?? [];
  const id = parseInt64(digits);
  const key = decode(encoded);
  if (!isSort(sort) || id === undefined || key === undefined) return undefined;
  if (sort.endsWith('updated') && !/^\d{1,15}$/.test(key)) return undefined;
  return { sort, filter, id, key };
}

function isSort(text: string | undefined): text is Sort {
  return sorts.includes(text as Sort);
}

/** PostgreSQL takes no U+0000. */
function decode(encoded: string): string | undefined {
  try {
    const key = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64url'));
    return key.includes('\0') ? undefined : key;
  } catch {
    return undefined;
  }
}

export function showCursor({ sort, filter, id, key }: ArtistCursor): string {
  return `${sort}.${filter}.${id}.${Buffer.from(key).toString('base64url')}`;
}
