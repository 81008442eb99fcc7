import { respondText } from '../http/compressed.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { respond } from '../http/respond.ts';

/**
 * No script or style but our own files, no frame, no form to elsewhere, no text turned into markup by script (CSP Level 3).
 *
 * @param pictures from where pictures may come
 */
const policy = (pictures: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${pictures}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** What every page carries. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy("'self'"),
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** What a page with pictures of other hosts carries. */
export const picturesAllowed = { 'Content-Security-Policy': policy("'self' https: http:") };

export function pageText(page: unknown): string {
  return `<!doctype html>${String(page)}`;
}

/** A page for anyone, compressed for who takes that, which a browser asks for again each time and mostly does not get again. */
export function html(ctx: RequestContext, page: unknown, status = 200, own: Record<string, string> = {}): Response {
  return respondText(ctx, status, pageText(page), { ...pageHeaders, ...own });
}

/** A page for one person, which no cache keeps and no validator names. */
export function privateHtml(ctx: RequestContext, status: number, page: unknown, own: Record<string, string> = {}): Response {
  return respond(ctx, status, pageText(page), { ...pageHeaders, ...own, 'Cache-Control': 'no-store' });
}
