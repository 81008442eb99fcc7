import { z } from 'zod';
import { type Fault, message } from './fault.ts';

/** All lengths of the API count Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if (isHighSurrogate(text.charCodeAt(i)) && isLowSurrogate(text.charCodeAt(i + 1))) count--;
  }
  return count;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * The form in which texts are compared: lower case, NFKC. Slow for long texts. `toLowerCase` may decompose a letter, so NFKC comes twice.
 */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * A string of `min` to `max` code points.
 *
 * @param judge finds other errors; it is called only with a text of the right length, since judging a long one could be slow
 */
export function boundedText(min: number, max: number, judge: (text: string) => Fault | undefined = () => undefined) {
  return z
    .string()
    .superRefine((value, context) => {
      const fault = lengthFault(value, min, max) ?? judge(value);
      if (fault) context.addIssue(message(...fault));
    })
    .meta({ minLength: min, maxLength: max });
}

/**
 * A text that is parsed into another value.
 *
 * @param read returns undefined if it cannot parse the text
 * @param error the message for such a text
 */
export function textAs<T>(read: (text: string) => T | undefined, error: string) {
  return z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(error);
    return z.NEVER;
  });
}

export function oneOf<const W extends string>(words: readonly W[]) {
  return z.enum(words, { error: ({ input }) => (input === undefined ? message('required') : message('oneOf', words.join(', '))) });
}

/** Finds control characters. For `boundedText`. */
export function controlFault(text: string): Fault | undefined {
  return /\p{Cc}/u.test(text) ? ['controlCharacter'] : undefined;
}

function lengthFault(value: string, min: number, max: number): Fault | undefined {
  if (value.length <= max && value.length >= min * 2) return undefined;
  const length = codePoints(value);
  if (length > max) return ['tooLong', length, max];
  return length < min ? ['tooShort', length, min] : undefined;
}

/** 1 to 200 characters, not only white space. */
export const nameText = boundedText(1, 200, (text) => (/\S/u.test(text) ? undefined : ['blank'])).meta({
  pattern: '\\S',
});

const maxUrlLength = 2048;

/** "" or an absolute http(s) URL without user info, white space or control characters; the server never fetches it. */
export const webAddress = boundedText(0, maxUrlLength, (text) => (text === '' ? undefined : addressFault(text))).meta({
  description: '"" or an absolute http(s) URL without user info',
});

/** In UTF-16 units, with the port. A domain has at most 253. The URL parser takes quadratic time to write a domain in ASCII. */
const maxHostLength = 300;

/** Undefined for an absolute http(s) URL as `webAddress` describes it. */
export function addressFault(value: string): Fault | undefined {
  const authority = /^https?:\/\/([^/\\?#\s]+)/i.exec(value)?.[1] ?? '';
  const sound = authority !== '' && authority.length <= maxHostLength && !/[\s\\\p{Cc}]/u.test(value);
  // The WHATWG parser repairs much ("http:/x", inner tabs, backslashes); the stored text must be a valid address without repair.
  const url = sound ? URL.parse(value) : null;
  if (!url) return ['address'];
  if (url.username || url.password || authority.includes('@')) return ['userInfo'];
  return undefined;
}

/** `createdAt` for `created_at`. */
export function inCamelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
