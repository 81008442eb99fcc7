import { z } from '@hono/zod-openapi';

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

/** A string of `min` to `max` code points. */
export function boundedText(min: number, max: number) {
  return z
    .string()
    .superRefine((value, context) => {
      if (value.length <= max && value.length >= min * 2) return;
      const length = codePoints(value);
      if (length > max) context.addIssue(`is ${length} characters long; at most ${max} are allowed`);
      else if (length < min) context.addIssue(`is ${length} characters long; at least ${min} are needed`);
    })
    .openapi({ minLength: min, maxLength: max });
}

/** A name that people will read: 1 to 200 characters, not only white space. */
export const nameText = boundedText(1, 200)
  .refine((value) => value === '' || /\S/u.test(value), 'must not be only white space')
  .openapi({ minLength: 1, maxLength: 200, pattern: '\\S' });

const maxUrlLength = 2048;

/** "" or an absolute http(s) URL without user info, white space or control characters; the server never fetches it. */
export const imageUrl = z
  .string()
  .superRefine((value, context) => {
    const fault = value === '' ? undefined : imageFault(value);
    if (fault) context.addIssue(fault);
  })
  .openapi({ maxLength: maxUrlLength, description: '"" or an absolute http(s) URL without user info' });

function imageFault(value: string): string | undefined {
  if (codePoints(value) > maxUrlLength) return `is longer than ${maxUrlLength} characters`;
  // The WHATWG parser repairs much ("http:/x", inner tabs, backslashes); what is kept must be an address as it stands.
  if (!/^https?:\/\/[^/\\?#\s]/i.test(value) || /[\s\\\p{Cc}]/u.test(value) || !URL.canParse(value)) {
    return 'must be "" or an absolute URL that begins with http:// or https://';
  }
  const url = new URL(value);
  if (url.username || url.password || /^https?:\/\/[^/?#]*@/i.test(value)) return 'must not contain a user name or password';
  return undefined;
}
