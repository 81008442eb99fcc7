import { z } from 'zod';
import { message } from './fault.ts';
import { textAs } from './text.ts';

export const maxInt64 = 9223372036854775807n;
const minInt64 = -9223372036854775808n;

/** Without fraction, exponent, plus sign or leading zero. */
const integer = /^-?(?:0|[1-9][0-9]{0,18})$/;

/** Undefined where the text is no int64. */
export function parseInt64(text: string): bigint | undefined {
  if (!integer.test(text)) return undefined;
  const value = BigInt(text);
  return value >= minInt64 && value <= maxInt64 ? value : undefined;
}

export const id = z.bigint().meta({ type: 'integer', format: 'int64', minimum: 1, example: 1001 });

/** An integer of a body. */
export function integerBetween(min: bigint, max: bigint) {
  const outside = message('between', String(min), String(max));
  return z
    .bigint({ error: ({ input }) => message(input === undefined ? 'required' : 'integer') })
    .min(min, outside)
    .max(max, outside);
}

/** An integer of a path or query. */
export function integerTextBetween(min: bigint, max: bigint) {
  const read = (text: string) => {
    const value = parseInt64(text);
    return value !== undefined && value >= min && value <= max ? value : undefined;
  };
  return textAs(read, message('integerBetween', String(min), String(max))).meta({ type: 'integer', format: 'int64' });
}

/** The id in a path: any int64, though only positive ones can exist. */
export const idText = integerTextBetween(minInt64, maxInt64);
