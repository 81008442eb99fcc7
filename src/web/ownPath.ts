import type { RequestContext } from '../http/requestContext.ts';

/** Path and query of a request, without our prefix. */
export function pathOf(ctx: RequestContext): string {
  return ctx.path + ctx.search;
}

/** The given path if it stays on our site, else `other`. It is parsed as browsers parse it: `/.//host` means `//host`. */
export function ownPath(given: string | null | undefined, other = '/'): string {
  const base = 'http://own.invalid';
  const url = given?.startsWith('/') && given.length <= 2_000 ? URL.parse(given, base) : null;
  return url?.origin === base && !/^\/\/|\\/.test(url.pathname) ? url.pathname + url.search : other;
}
