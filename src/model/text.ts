import { z } from 'zod';

/** The number of Unicode code points, which is how all lengths of the contract are counted. */
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
 * Letters as they are compared where capitals and spellings of one letter do not matter. Slow for long texts. A small letter
 * may be two characters, so they are put in order again.
 */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * A string of `min` to `max` code points.
 *
 * @param judge says what else is wrong with a text; it never sees one of a wrong length, which could cost more than its worth
 */
export function boundedText(min: number, max: number, judge: (text: string) => string | undefined = () => undefined) {
  return z
    .string()
    .superRefine((value, context) => {
      const error = lengthError(value, min, max) ?? judge(value);
      if (error) context.addIssue(error);
    })
    .meta({ minLength: min, maxLength: max });
}

function lengthError(value: string, min: number, max: number): string | undefined {
  if (value.length <= max && value.length >= min * 2) return undefined;
  const length = codePoints(value);
  if (length > max) return `is ${length} characters long; at most ${max} are allowed`;
  return length < min ? `is ${length} characters long; at least ${min} are needed` : undefined;
}

/** A name that people will read: 1 to 200 characters, not only white space. */
export const nameText = boundedText(1, 200, (text) => (/\S/u.test(text) ? undefined : 'must not be only white space')).meta({
  pattern: '\\S',
});

const maxUrlLength = 2048;

/** "" or an absolute http(s) URL without user info, white space or control characters; the server never fetches it. */
export const webAddress = boundedText(0, maxUrlLength, (text) => (text === '' ? undefined : addressError(text))).meta({
  description: '"" or an absolute http(s) URL without user info',
});

/** In characters; a domain has at most 253, and making its ASCII form takes quadratic time. */
const maxHostLength = 300;

function addressError(value: string): string | undefined {
  const authority = /^https?:\/\/([^/\\?#\s]+)/i.exec(value)?.[1] ?? '';
  const sound = authority !== '' && authority.length <= maxHostLength && !/[\s\\\p{Cc}]/u.test(value);
  // The WHATWG parser repairs much ("http:/x", inner tabs, backslashes); what is kept must be an address as it stands.
  const url = sound ? URL.parse(value) : null;
  if (!url) return 'must be "" or an absolute URL that begins with http:// or https://';
  if (url.username || url.password || authority.includes('@')) return 'must not contain a user name or password';
  return undefined;
}
