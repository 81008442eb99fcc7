import type { Context } from 'hono';

/** No script or style but our own files, no frame, no form to elsewhere, no text turned into markup by script (CSP Level 3). */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** What every page carries. */
const htmlHeaders = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};

export function html(c: Context, page: unknown): Response | Promise<Response> {
  return c.html(`<!doctype html>${String(page)}`, 200, htmlHeaders);
}
