import { toJson } from '../model/json.ts';
import { contentTag } from '../model/versioned.ts';
import { isUnchanged } from './conditions.ts';
import type { Reply } from './route.ts';

/** A record without a version, whose tag is made of its content: 304 where the client's copy is current. */
export function contentReply(record: object, request: Headers, own: Record<string, string> = {}): Reply {
  const body = toJson(record);
  return taggedReply(body, request, { ...own, ETag: contentTag(body) });
}

/** @param headers its own, with its tag */
export function taggedReply(body: string, request: Headers, headers: Record<string, string>): Reply {
  return isUnchanged(request, headers.ETag as string) ? { status: 304, unsentBody: body, headers } : { status: 200, body, headers };
}
