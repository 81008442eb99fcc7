import { maxInt64 } from '../model/int64.ts';
import { toJson } from '../model/json.ts';
import type { PageQuery, Slice } from '../model/page.ts';
import { isUnchanged } from './conditions.ts';
import type { Reply } from './route.ts';

/**
 * One page of a list with its links (RFC 8288). `next` seeks by the last id; `prev` counts by offset.
 *
 * @param path the list's path relative to the base URL
 * @param prefix what stands before it in the public URL's path
 */
export function pageReply(slice: Slice<{ id: bigint }>, query: PageQuery, path: string, prefix: string, headers: Headers): Reply {
  const { records, total, more } = slice;
  const { limit, offset } = query;
  const last = records.at(-1);
  const nextOffset = offset + limit > maxInt64 ? maxInt64 : offset + limit;
  const next = more && last ? `${path}?limit=${limit}&offset=${nextOffset}&after=${last.id}` : null;
  const back = offset > limit ? offset - limit : 0n;
  const links = [
    ...(next ? [`<${prefix}${next}>; rel="next"`] : []),
    ...(offset > 0n ? [`<${prefix}${path}?limit=${limit}&offset=${back}>; rel="prev"`] : []),
  ];
  const body = toJson({ data: records, meta: { limit, offset, total, next } });
  const etag = `"${Bun.hash(body).toString(36)}"`;
  const own = { ETag: etag, ...(links.length > 0 && { Link: links.join(', ') }) };
  return isUnchanged(headers, etag) ? { status: 304, headers: own } : { status: 200, body, headers: own };
}
