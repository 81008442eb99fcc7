import type { RequestContext } from '../http/requestContext.ts';

/** The path and query of a request, without our prefix. */
export function pathOf(ctx: RequestContext): string {
  return ctx.path + ctx.search;
}

/** A path of ours, whatever was given: nobody is led to another site. Judged is what browsers make of it: `/.//host` is `//host`. */
export function ownPath(given: string | null | undefined): string {
  const base = 'http://own.invalid';
  const url = given?.startsWith('/') && given.length <= 2_000 ? URL.parse(given, base) : null;
  return url?.origin === base && !/^\/\/|\\/.test(url.pathname) ? url.pathname + url.search : '/';
}
