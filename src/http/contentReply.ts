import { toJson } from '../model/json.ts';
import { contentTag } from '../model/versioned.ts';
import { linkedDataType } from './accept.ts';
import { isUnchanged } from './conditions.ts';
import type { Reply } from './route.ts';

/** A reply whose content has no version: its tag is a hash of the body. */
export function contentReply(record: object, request: Headers, extraHeaders: Record<string, string> = {}): Reply {
  return jsonReply(toJson(record), request, extraHeaders);
}

export function jsonReply(body: string, request: Headers, extraHeaders: Record<string, string> = {}): Reply {
  return taggedReply(body, request, { ...extraHeaders, ETag: contentTag(body) });
}

/** A record in the words of schema.org. Its `ETag` differs from that of the record, since it contains more. */
export function linkedDataReply(data: object, request: Headers): Reply {
  return { ...contentReply(data, request), type: linkedDataType };
}

/** @param headers with an `ETag` */
export function taggedReply(body: string, request: Headers, headers: Record<string, string>): Reply {
  return isUnchanged(request, headers.ETag as string) ? { status: 304, unsentBody: body, headers } : { status: 200, body, headers };
}
