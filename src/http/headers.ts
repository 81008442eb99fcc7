import type { MiddlewareHandler } from 'hono';
import { invalidInput, Problem } from '../model/problem.ts';
import type { AppEnv } from './requestLog.ts';

/** One name or address with a port (RFC 9112 §3.2); the parser lets anything pass, and joins two fields with a comma. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d{0,5})?$/i;
const maxTargetBytes = 8192;

/** Refuses request targets that are too long (RFC 9112 §3). The parser itself refuses header blocks over 16 KiB or 198 fields. */
export const requestLimits: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { url } = c.req;
  const host = c.req.raw.headers.get('host');
  if (host !== null && !hostPattern.test(host)) throw invalidInput([{ pointer: '/Host', detail: 'must be one host name or address' }]);
  if (url.length - (url.startsWith('/') ? 0 : url.indexOf('/', 8)) > maxTargetBytes)
    throw new Problem('uri-too-long', `Path and query may have at most ${maxTargetBytes} bytes together.`);
  await next();
};

const exposed = 'ETag, Last-Modified, Location, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';
const allowed = 'Authorization, X-API-Key, Content-Type, If-Match, If-None-Match, If-Unmodified-Since, If-Modified-Since, Idempotency-Key';

/** The API takes no cookies, so any origin may use it (Fetch standard, "CORS protocol"). */
export const crossOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('Access-Control-Allow-Origin', '*');
  if (c.req.method === 'OPTIONS') {
    headers.set('Access-Control-Allow-Headers', allowed);
    headers.set('Access-Control-Max-Age', '86400');
  } else headers.set('Access-Control-Expose-Headers', exposed);
};

/** What every answer carries, so that a browser neither guesses types nor tells other sites where it was. */
export const security: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
};

/** While the service drains, clients are told to open their next connection elsewhere (RFC 9112 §9.6). */
export function closeWhen(draining: () => boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (draining()) c.res.headers.set('Connection', 'close');
  };
}

/** HEAD tells the length that GET would send (RFC 9110 §8.6), which the server takes from the header once the body is dropped. */
export const headLength: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.req.method !== 'HEAD' || !c.res.body) return;
  const { byteLength } = await c.res.clone().arrayBuffer();
  c.res.headers.set('Content-Length', String(byteLength));
};
