import { z } from 'zod';
import { shownLimit } from './page.ts';
import { textAs } from './text.ts';

export function cursorText<C>(form: RegExp, read: (parts: string[]) => C, example: string) {
  const readText = (text: string) => {
    const parts = form.exec(text)?.slice(1);
    return parts && read(parts);
  };
  return textAs(readText, `must be a cursor of this list, such as ${example}, from meta.after or meta.next`).meta({
    type: 'string',
    description: 'Where to go on, from `meta.after`',
    example,
  });
}

/** `after`: the cursor after the last row, even if no page follows yet. */
export type SeekPage<T, C> = { rows: T[]; after: C | undefined; more: boolean };

/**
 * The most text of a page, in UTF-16 units. The page ends with the row that exceeds it. This bounds the size of an answer, and its work.
 */
export const maxText = 262_144;

const seekMeta = z
  .strictObject({
    limit: shownLimit,
    after: z.string().nullable().meta({ description: 'Where this page ends: give it as `after` to go on, also later' }),
    next: z.string().nullable().meta({ description: 'Path of the next page relative to the base URL, or null where there is none now' }),
  })
  .meta({ id: 'SeekMeta' });

export function seekPageOf<T extends z.ZodType>(name: string, row: T) {
  return z.strictObject({ data: z.array(row), meta: seekMeta }).meta({ id: name });
}
