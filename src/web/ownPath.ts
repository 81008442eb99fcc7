import type { RequestContext } from '../http/requestContext.ts';

/** Path and query of a request, without our prefix. */
export function pathOf(ctx: RequestContext): string {
  return ctx.path + ctx.search;
}

/** In UTF-16 units. The address of the sign-in page may have 8 KB, and holds it with its escapes escaped: 5/3 as long. */
const longest = 4_000;

/** The given path if it stays on our site, else `other`. It is parsed as browsers parse it: `/.//host` means `//host`. */
export function ownPath(given: string | null | undefined, other = '/'): string {
  const base = 'http://own.invalid';
  const url = given?.startsWith('/') && given.length <= longest ? URL.parse(given, base) : null;
  return url?.origin === base && !/^\/\/|\\/.test(url.pathname) ? url.pathname + url.search : other;
}
