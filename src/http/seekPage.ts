import type { SeekPage } from '../model/seekPage.ts';
import { contentReply } from './contentReply.ts';
import type { Reply } from './route.ts';

/**
 * One page of a list with cursors.
 *
 * @param own path relative to the base URL, and the other parameters of the query, which the link repeats
 * @param prefix the path of the public URL
 */
export function seekReply<C>(
  { rows, after, more }: SeekPage<object, C>,
  show: (cursor: C) => string,
  { path, query }: { path: string; query: Record<string, string> },
  prefix: string,
  headers: Headers,
): Reply {
  const cursor = after === undefined ? null : show(after);
  const next = more && cursor ? `${path}?${new URLSearchParams({ ...query, after: cursor })}` : null;
  const body = { data: rows, meta: { limit: Number(query.limit), after: cursor, next } };
  return contentReply(body, headers, next ? { Link: `<${prefix}${next}>; rel="next"` } : {});
}
