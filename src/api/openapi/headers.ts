import { contextHeaders } from '../../http/context.ts';
import { keyExample, longestKey } from '../../http/idempotencyKey.ts';
import type { Route, SuccessHeader } from '../../http/route.ts';
import type { JsonSchema } from './schemas.ts';

type Header = { description: string; schema: JsonSchema; example?: string };
export type Parameter = Header & { name: string; in: 'header' | 'path' | 'query'; required?: boolean };
export type Reference = { $ref: string };

/** RFC 9110 §8.8.3 */
const entityTag = '"[!#-~\\u0080-\\u00ff]*"';
const tagList = `^(\\*|(W/)?${entityTag}([ \\t]*,[ \\t]*(W/)?${entityTag})*)$`;
/** RFC 9651 §3.3.3 */
const string = '"([ !#-\\[\\]-~]|\\\\["\\\\])*"';
const text = { type: 'string' };

/** Headers of answers, by the name they have there. */
export const headers = {
  ETag: {
    description: 'Version of the record, for If-Match and If-None-Match',
    schema: { type: 'string', pattern: `^${entityTag}$` },
    example: '"1.1-mi9s0v3k"',
  },
  'Last-Modified': { description: 'When this version was made', schema: text, example: 'Sun, 06 Nov 2022 08:49:37 GMT' },
  Location: { description: 'Where the new record is', schema: { type: 'string', format: 'uri-reference' } },
  'Content-Location': { description: 'Where the record is', schema: { type: 'string', format: 'uri-reference' } },
  Link: { description: 'The next and previous page (RFC 8288)', schema: text },
  'Retry-After': { description: 'In how many seconds to try again', schema: { type: 'string', pattern: '^[0-9]+$' }, example: '1' },
  'WWW-Authenticate': { description: 'What credentials are needed (RFC 6750 §3)', schema: text },
  'Idempotent-Replayed': {
    description: '`true` where this is the answer to an earlier request with the same Idempotency-Key; else absent',
    schema: { type: 'string', enum: ['true'] },
  },
  Allow: { description: 'The methods of this resource', schema: text },
  'RateLimit-Policy': {
    description:
      'The limits that count: quota `q` in a window of `w` seconds, in requests or with `qu="content-bytes"` in bytes of bodies (draft-ietf-httpapi-ratelimit-headers)',
    schema: text,
  },
  RateLimit: { description: 'What is left of them: `r` now, and more in `t` seconds', schema: text },
} satisfies Record<SuccessHeader | string, Header>;

export type HeaderName = keyof typeof headers;

/** References to headers of answers. */
export function headerReferences(names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What makes a request that may be sent again without being done again (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyKey: Record<string, Parameter> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: `A name of your own for this request, such as a new UUID, up to ${longestKey} characters. Sent again with it within 24 hours, the request is answered as it was first, and nothing is done twice`,
    schema: { type: 'string', pattern: `^(${string}|[A-Za-z0-9_.:~+/=-]+)$` },
    example: keyExample,
  },
};

/** What a change says of itself. */
export const context: Record<keyof typeof contextHeaders, Parameter> = {
  'Change-Comment': {
    name: 'Change-Comment',
    in: 'header',
    description: 'Why the change is made, up to 500 characters: a String or a Display String (RFC 9651 §3.3.8), which takes accents',
    schema: { type: 'string', pattern: `^(${string}|%"([ !#$&-~]|%[0-9a-f]{2})*")$` },
    example: contextHeaders['Change-Comment'].example,
  },
  'Change-Source': {
    name: 'Change-Source',
    in: 'header',
    description: 'Where what it says comes from, up to 2,048 characters: an http or https URL as a String (RFC 9651 §3.3.3)',
    schema: { type: 'string', pattern: `^${string}$` },
    example: contextHeaders['Change-Source'].example,
  },
};

type Condition = NonNullable<Route['conditions']>[number];

/** The precondition headers of requests (RFC 9110 §13.1). */
export const conditions: Record<Condition, Parameter> = {
  'If-Match': condition('If-Match', 'Only if the record is at one of these entity tags; else 412', { type: 'string', pattern: tagList }),
  'If-None-Match': condition(
    'If-None-Match',
    'Only if the record is at none of these; a GET is answered 304, a POST with `*` insists on its id',
    {
      type: 'string',
      pattern: tagList,
    },
  ),
  'If-Unmodified-Since': condition('If-Unmodified-Since', 'Only if the record has not changed since; else 412', text),
  'If-Modified-Since': condition('If-Modified-Since', 'Only if the record has changed since; else 304', text),
};

function condition(name: Condition, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'header', description, schema };
}
