import { z } from 'zod';
import { attempt } from './attempt.ts';
import { dateText } from './edtf.ts';
import { message } from './fault.ts';
import { id, integerBetween, maxInt64 } from './int64.ts';
import type { EntryKind, Member, Searched } from './record.ts';
import { boundedText, nameText, oneOf, webAddress } from './text.ts';

type Words<V> = { description?: string; example: V; searched?: Searched };

/** A required text, which is searched. */
export function name({ example, searched = 'title' }: Words<string>): Member<string> {
  return { ...textColumn, shown: z.string(), given: nameText, example, searched };
}

/** A text of up to `max` code points, which may be empty. */
export function text(max: number, words: Words<string>): Member<string> {
  return emptyable(boundedText(0, max), words);
}

/** The address of a picture or page, or "". */
export function address(words: Words<string>): Member<string> {
  return emptyable(webAddress, words);
}

function emptyable(given: z.ZodType<string>, { description, ...words }: Words<string>): Member<string> {
  return { ...textColumn, shown: z.string().meta({ description }), given, empty: '', ...words };
}

const textColumn = { column: 'text' as const, read: String };

const firstYear = 1900;

/** A text that matches a pattern, or "". */
export function patterned(pattern: RegExp, fault: 'length' | 'isrc', words: Words<string>): Member<string> {
  return emptyable(z.string().regex(pattern, message(fault)).meta({ pattern: pattern.source }), words);
}

/** In UTF-16 units, which are ASCII letters in a well-formed tag. */
const longestTag = 35;

/** A well-formed language tag (RFC 5646, 2.2.9) in its canonical form, or "". */
export function languageTag(words: Words<string>): Member<string> {
  const given = boundedText(0, longestTag).transform((tag, context) => {
    const canonical = tag === '' || tag.length > longestTag ? tag : attempt(() => Intl.getCanonicalLocales(tag)[0], undefined);
    if (canonical === undefined) context.addIssue(message('language'));
    return canonical ?? z.NEVER;
  });
  return emptyable(given.meta({ type: 'string', maxLength: longestTag }), words);
}

/** Required: an integer in a range. */
export function number(min: number, max: number, { description, example }: Words<number> & { description: string }): Member<number> {
  const given = integerBetween(BigInt(min), BigInt(max)).transform(Number);
  return {
    column: 'bigint',
    read: Number,
    shown: z.int().meta({ description }),
    given: given.meta({ type: 'integer', minimum: min, maximum: max, description, example }),
    example,
  };
}

/** Required: a year from 1900 to the next one (an announced album). */
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

/** A word of a closed list, which may be known only after the settings are read. Required. */
export function choice<const W extends string>(
  known: readonly [W, ...W[]] | (() => W[]),
  { description, example }: Words<W> & { description: string },
): Member<W> {
  const given = (typeof known === 'function' ? z.lazy(() => oneOf(known())) : oneOf(known)).meta({
    description,
  }) as unknown as z.ZodType<W>;
  return { column: 'text', read: (kept) => kept as W, shown: z.string().meta({ description }) as unknown as z.ZodType<W>, given, example };
}

/** A word of a closed list, or null if it is not known. */
export function choiceOrNull<const W extends string>(known: readonly [W, ...W[]], words: Described<W>): Member<W | null> {
  return nullable(z.string(), oneOf(known), words);
}

/** A list of words of a closed list, each once, `max` at most. */
export function choices<const W extends string>(
  known: readonly [W, ...W[]],
  { description, example, max = known.length }: { description: string; example: W[]; max?: number },
): Member<W[]> {
  const fault = message('choices', known.join(', '), max);
  const given = z
    .array(z.enum(known, fault), fault)
    .max(max, fault)
    .refine((words) => new Set(words).size === words.length, fault)
    .meta({ description });
  const shown = z.array(z.string()).meta({ description }) as unknown as z.ZodType<W[]>;
  return {
    column: 'text',
    json: 'list',
    read: (kept) => JSON.parse(kept as string),
    write: JSON.stringify,
    shown,
    given,
    empty: [],
    example,
  };
}

/** The id of a record of another kind, or null. The record must exist when it is named; it may be deleted later. */
export function reference(kind: EntryKind, words: Described<number>): Member<bigint | null> {
  const given = integerBetween(1n, maxInt64).meta({ type: 'integer', format: 'int64', minimum: 1 });
  return { ...nullable<bigint>(id, given, words), column: 'bigint', references: kind };
}

/** The id of a record whose kind is in another member, or null. */
export function recordId({ description, example }: { description: string; example: bigint | null }): Member<bigint | null> {
  const { references: _, ...member } = reference('artist', { description, example: 0 });
  return { ...member, example };
}

/** A date that may be approximate or uncertain, or null if it is not known. */
export function date(words: Described<string>): Member<string | null> {
  return nullable(z.string(), dateText, words);
}

/** Yes, no, or null if it is not known. */
export function yesOrNo(words: Described<boolean>): Member<boolean | null> {
  return {
    ...nullable(z.boolean(), z.boolean(), words),
    column: 'bigint',
    json: 'boolean',
    read: (kept) => (kept === null ? null : kept === 1n),
    write: (value) => (value === null ? null : BigInt(value)),
  };
}

type Described<V> = { description: string; example: V };

function nullable<V>(shown: z.ZodType, given: z.ZodType, { description, example }: Described<V | number>): Member<V | null> {
  return {
    column: 'text',
    read: (kept) => kept as V | null,
    shown: shown.nullable().meta({ description }) as z.ZodType<V | null>,
    given: given.meta({ description }) as z.ZodType<V | null>,
    empty: null,
    example,
  };
}
