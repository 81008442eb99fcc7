import type { Context } from 'hono';
import { limitFields } from './limitFields.ts';
import type { AppEnv } from './requestLog.ts';

/** What every answer carries, so that a browser neither guesses types nor tells other sites where it was. */
const always = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** The API takes no cookies, so any origin may use it and read these headers (Fetch standard, "CORS protocol"). */
const crossOrigin = {
  ...always,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Last-Modified, Location, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotent-Replayed',
};
const preflight = {
  ...always,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'Authorization, X-API-Key, Content-Type, If-Match, If-None-Match, If-Unmodified-Since, If-Modified-Since, Idempotency-Key, Change-Comment, Change-Source',
  'Access-Control-Max-Age': '86400',
};

/**
 * Makes an answer: the one place that does, so that what all answers carry is set once, when they are made (changing the
 * headers of a finished one costs more than the rest of a request).
 */
export function respond(
  c: Context<AppEnv>,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  own: Record<string, string>,
): Response {
  const { method } = c.req;
  const client = c.get('client');
  const headers = {
    ...limitFields(client?.limits ?? []),
    ...own,
    ...(isForAnyOrigin(c.req.path) ? (method === 'OPTIONS' ? preflight : crossOrigin) : always),
    'X-Request-Id': c.get('requestId'),
    // RFC 9112 §9.6: while the service drains, the next connection is to be opened elsewhere.
    ...(c.get('draining') && { Connection: 'close' }),
    // RFC 9110 §8.6: HEAD tells the length that GET would send.
    ...(method === 'HEAD' && body !== null && !(body instanceof ReadableStream) && { 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  return new Response(body, { status, headers });
}

function isForAnyOrigin(path: string): boolean {
  return path.startsWith('/api/') || path === '/openapi.json';
}
