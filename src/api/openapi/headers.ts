import type { SuccessHeader } from '../../http/route.ts';
import type { JsonSchema } from './schemas.ts';

export type Header = { description: string; schema: JsonSchema; example?: string };
export type Reference = { $ref: string };

/** RFC 9110 §8.8.3 */
export const entityTag = '"[!#-~\\u0080-\\u00ff]*"';
export const text = { type: 'string' };

export const headers = {
  ETag: {
    description: 'Version of the record, for If-Match and If-None-Match',
    schema: { type: 'string', pattern: `^${entityTag}$` },
    example: '"1.1-mi9s0v3k"',
  },
  'Last-Modified': { description: 'When this version was made', schema: text, example: 'Sun, 06 Nov 2022 08:49:37 GMT' },
  Location: { description: 'Where the new record is', schema: { type: 'string', format: 'uri-reference' } },
  'Content-Location': { description: 'Where the record is', schema: { type: 'string', format: 'uri-reference' } },
  Link: {
    description: 'The next and previous page, likely duplicates, or lists that a search asks for (RFC 8288)',
    schema: text,
  },
  Vary: {
    description: 'The header of the request on which the answer depends',
    schema: { type: 'string', enum: ['Accept', 'Accept-Encoding'] },
  },
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
  RateLimit: { description: 'What is left of each limit: `r` now, and more in `t` seconds', schema: text },
} satisfies Record<SuccessHeader | string, Header>;

export type HeaderName = keyof typeof headers;
