import type { Awaitable } from '../model/awaitable.ts';
import { maxInt64 } from '../model/int64.ts';
import { fitting, isFar, type PageQuery, type SeekSlice, type Slice } from '../model/page.ts';
import type { SeekPage } from '../model/seekPage.ts';
import type { Caller } from '../store/slowReads.ts';
import type { Read, Store } from '../store/store.ts';
import { contentReply } from './contentReply.ts';
import type { Reply } from './route.ts';

/** Reads one page of a list; a page far from the start is a slow read. */
export function readPage<Q extends PageQuery, O>(store: Store, read: Read<Q, O>, query: Q, caller: () => Caller): Awaitable<O> {
  return isFar(query) ? store.readSlow(read, query, caller()) : store.read(read.run, query);
}

/**
 * One page of a list with its links (RFC 8288). `next` seeks by the last id or the list's own cursor; `prev` counts by offset.
 *
 * @param path the list's path relative to the base URL
 * @param prefix the path of the public URL
 * @param filter the other parameters of the query, which the links repeat
 */
export function pageReply(
  slice: SeekSlice<object>,
  { limit, offset }: Pick<PageQuery, 'limit' | 'offset'>,
  path: string,
  prefix: string,
  filter: Record<string, string> = {},
): Reply {
  const { records, total, after } = slice;
  const end = offset + BigInt(records.length);
  const nextOffset = end > maxInt64 ? maxInt64 : end;
  const others = Object.entries(filter)
    .map(([name, text]) => `&${name}=${encodeURIComponent(text)}`)
    .join('');
  const next = after !== undefined ? `${path}?limit=${limit}&offset=${nextOffset}&after=${encodeURIComponent(after)}${others}` : null;
  const prev = offset > 0n ? `${path}?limit=${limit}&offset=${offset > limit ? offset - limit : 0n}${others}` : null;
  return linked({ data: records, meta: { limit, offset, total, next } }, { next, prev }, prefix);
}

/**
 * One page of search results, with links that count by offset.
 *
 * @param list its path relative to the base URL, the other parameters of the query, which the links repeat, and paths of related lists
 */
export function foundReply(
  { records: found, total, more }: Slice<object>,
  { limit, offset }: Pick<PageQuery, 'limit' | 'offset'>,
  list: { path: string; query: Record<string, string>; related?: string[] },
  prefix: string,
): Reply {
  const pageAt = (from: bigint) => `${list.path}?${new URLSearchParams({ ...list.query, limit: String(limit), offset: String(from) })}`;
  const records = fitting(found);
  const next = more || records.length < found.length ? pageAt(offset + BigInt(records.length)) : null;
  const prev = offset > 0n ? pageAt(offset > limit ? offset - limit : 0n) : null;
  return linked({ data: records, meta: { limit, offset, total, next } }, { next, prev, related: list.related }, prefix);
}

/**
 * One page of a list with cursors.
 *
 * @param list its path relative to the base URL, and the other parameters of the query, which the link repeats
 * @param prefix the path of the public URL
 */
export function seekReply<C>(
  { rows, after, more }: SeekPage<object, C>,
  show: (cursor: C) => string,
  { path, query }: { path: string; query: Record<string, string> },
  prefix: string,
): Reply {
  const cursor = after === undefined ? null : show(after);
  const next = more && cursor ? `${path}?${new URLSearchParams({ ...query, after: cursor })}` : null;
  return linked({ data: rows, meta: { limit: Number(query.limit), after: cursor, next } }, { next }, prefix);
}

type Links = { next: string | null; prev?: string | null; related?: string[] | undefined };

/** An answer with links to other pages, by their relation. */
function linked(body: object, pages: Links, prefix: string): Reply {
  const links = Object.entries(pages).flatMap(([rel, paths]) => [paths ?? []].flat().map((path) => `<${prefix}${path}>; rel="${rel}"`));
  return contentReply(body, links.length > 0 ? { Link: links.join(', ') } : {});
}
