import type { z } from 'zod';
import { type Context, noContext } from '../model/context.ts';
import { detailOf, faultIn } from '../model/fault.ts';
import { addFieldError, type FieldErrors } from '../model/fieldErrors.ts';
import { boundedText, controlFault, webAddress } from '../model/text.ts';
import { readDisplayString, readString } from './structuredField.ts';

type Field = { read(field: string): string | undefined; example: string; schema: z.ZodType<string> };

/** The reason and the source of a change. */
export const contextHeaders = {
  'Change-Comment': {
    read: (field) => readDisplayString(field) ?? readString(field),
    example: '%"corrige el a%c3%b1o"',
    schema: boundedText(0, 500, controlFault),
  },
  'Change-Source': { read: readString, example: '"https://example.org/page"', schema: webAddress },
} satisfies Record<string, Field>;

/** An empty text counts as absent. */
export function readContext(headers: Headers, errors: FieldErrors): Context {
  return { ...noContext, comment: readText(headers, 'Change-Comment', errors), source: readText(headers, 'Change-Source', errors) };
}

function readText(headers: Headers, name: keyof typeof contextHeaders, errors: FieldErrors): string | null {
  const { read, example, schema }: Field = contextHeaders[name];
  const field = headers.get(name);
  if (field === null) return null;
  const text = read(field);
  if (text === undefined) {
    addFieldError(errors, [name], 'technical', `must be one text in double quotes, such as ${example} (RFC 9651)`);
    return null;
  }
  const result = schema.safeParse(text);
  for (const { message } of result.error?.issues ?? [])
    addFieldError(errors, [name], 'technical', `${detailOf(faultIn(message))}; such as ${example}`);
  return result.data || null;
}
