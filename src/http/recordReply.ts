import { toJson } from '../model/json.ts';
import type { Versioned } from '../model/versioned.ts';
import { recordHeaders } from './conditions.ts';
import type { Reply } from './route.ts';

export function recordReply(revision: Versioned<object>): Reply {
  return { status: 200, body: toJson(revision.record), headers: recordHeaders(revision), changedAt: revision.changedAt };
}

/**
 * @param location path with the public URL's prefix
 * @param duplicates paths of records that it probably duplicates
 */
export function createdReply(revision: Versioned<object>, location: string, duplicates: string[] = []): Reply {
  const Link = duplicates.map((path) => `<${path}>; rel="duplicate"`).join(', ');
  const headers = { ...recordHeaders(revision), Location: location, ...(Link && { Link }) };
  return { status: 201, body: toJson(revision.record), headers };
}
