import { toJson } from '../model/json.ts';
import { contentTag } from '../model/versioned.ts';
import { linkedDataType } from './accept.ts';
import type { Reply } from './route.ts';

/** A reply whose content has no version: its tag is a hash of the body. */
export function contentReply(record: object, extraHeaders: Record<string, string> = {}): Reply {
  return jsonReply(toJson(record), extraHeaders);
}

export function jsonReply(body: string, extraHeaders: Record<string, string> = {}): Reply {
  return { status: 200, body, headers: { ...extraHeaders, ETag: contentTag(body) } };
}

/** A record in the words of schema.org. Its `ETag` differs from that of the record, since it contains more. */
export function linkedDataReply(data: object): Reply {
  return { ...contentReply(data), type: linkedDataType };
}
