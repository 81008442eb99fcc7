import type { Context } from 'hono';
import type { AppEnv } from '../http/requestLog.ts';
import { respond, respondStatic } from '../http/respond.ts';

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
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export function html(c: Context<AppEnv>, page: unknown): Response {
  return respondStatic(c, `<!doctype html>${String(page)}`, headers);
}

/** A page for one person, which no cache keeps. */
export function privateHtml(c: Context<AppEnv>, status: number, page: unknown): Response {
  return respond(c, status, `<!doctype html>${String(page)}`, { ...headers, 'Cache-Control': 'no-store' });
}
