import { z } from 'zod';
import { message } from './fault.ts';
import { integerBetween } from './int64.ts';
import type { Member, Searched } from './record.ts';
import { boundedText, nameText, webAddress } from './text.ts';

type Words<V> = { description?: string; example: V; searched?: Searched };

/** Required, and searched. */
export function name({ example }: Words<string>): Member<string> {
  return { ...textColumn, shown: z.string(), given: nameText, example, searched: 'title' };
}

/** A text of up to `max` code points, which may be empty. */
export function text(max: number, words: Words<string>): Member<string> {
  return emptyable(boundedText(0, max), words);
}

/** The address of a picture, or "". */
export function image(words: Words<string>): Member<string> {
  return emptyable(webAddress, words);
}

function emptyable(given: z.ZodType<string>, { description, ...words }: Words<string>): Member<string> {
  return { ...textColumn, shown: z.string().meta({ description }), given, empty: '', ...words };
}

const textColumn = { column: 'text' as const, read: String };

const firstYear = 1900;

/** Required: from 1900 to the next year (an announced album). */
export function year({ description, example }: Words<number> & { description: string }): Member<number> {
  const given = integerBetween(0n, 9999n)
    .transform(Number)
    .superRefine((value, context) => {
      const lastYear = new Date().getUTCFullYear() + 1;
      if (value < firstYear || value > lastYear) context.addIssue(message('between', firstYear, lastYear));
    })
    .meta({ type: 'integer', minimum: firstYear, description: `${description}, ${firstYear} to next year`, example });
  return { column: 'bigint', read: Number, shown: z.int().meta({ description }), given, example };
}
