import type { RequestContext } from '../http/requestContext.ts';

/** Path and query of a request, without our prefix. */
export function pathOf(ctx: RequestContext): string {
  return ctx.path + ctx.search;
}

/** In UTF-16 units. The address of the sign-in page has at most 8 KB. It contains the path, which escaping makes up to 5/3 as long. */
const maxLength = 4_000;

/** The path if it stays on our site, else `other`. It is parsed as browsers parse it: `/.//host` means `//host`. */
export function ownPath(path: string | null | undefined, other = '/'): string {
  const base = 'http://own.invalid';
  const url = path?.startsWith('/') && path.length <= maxLength ? URL.parse(path, base) : null;
  return url?.origin === base && !/^\/\/|\\/.test(url.pathname) ? url.pathname + url.search : other;
}
