import type { Exchange } from './exchange.ts';
import { limitFields } from './limitFields.ts';

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
  { method, client, path, id, draining }: Exchange,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  own: Record<string, string>,
): Response {
  const headers: Record<string, string> = {
    ...limitFields(client.limits),
    ...own,
    ...(isForAnyOrigin(path) ? (method === 'OPTIONS' ? preflight : crossOrigin) : always),
    'X-Request-Id': id,
  };
  // RFC 9112 §9.6: while the service drains, the next connection is to be opened elsewhere.
  if (draining) headers.Connection = 'close';
  if (method !== 'HEAD') return new Response(body, { status, headers });
  // RFC 9110 §8.6: HEAD tells the length that GET would send.
  if (body !== null && !(body instanceof ReadableStream)) headers['Content-Length'] = String(Buffer.byteLength(body));
  return new Response(null, { status, headers });
}

function isForAnyOrigin(path: string): boolean {
  return path.startsWith('/api/') || path === '/openapi.json';
}
