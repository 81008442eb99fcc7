import { respondText } from '../http/compressed.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { respond } from '../http/respond.ts';

/**
 * Allows only our own scripts and styles, no frames, and forms to our own site only. No script may turn text into markup (CSP Level 3).
 *
 * @param pictures the sources of `img-src`
 */
const policy = (pictures: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${pictures}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy("'self'"),
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** For a page with pictures of other hosts. */
export const picturesAllowed = { 'Content-Security-Policy': policy("'self' https: http:") };

export function pageText(page: unknown): string {
  return `<!doctype html>${String(page)}`;
}

/** A public page: compressed if the browser accepts that, with an `ETag`, and revalidated each time. */
export function html(ctx: RequestContext, page: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return respondText(ctx, status, pageText(page), { ...pageHeaders, ...headers });
}

/** A page for one person: in no cache, and without an `ETag`. */
export function privateHtml(ctx: RequestContext, status: number, page: unknown, headers: Record<string, string> = {}): Response {
  return respond(ctx, status, pageText(page), { ...pageHeaders, ...headers, 'Cache-Control': 'no-store' });
}
