import { addFieldError, type FieldErrors, noFieldErrors } from '../model/fieldErrors.ts';
import { type Conditions, etagOf, type Versioned, withoutWeakMark } from '../model/versioned.ts';

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const entityTagList = /^(?:[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[ \t]*(?=,|$))+[ \t,]*$/;
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Reads the preconditions of a change (RFC 9110 §13.1). An invalid date is ignored, as the RFC says; an invalid entity tag is an error,
 * since ignoring it would drop the protection that the client counts on.
 *
 * @param required whether a change of a record must state a precondition
 */
export function readConditions(headers: Headers, required: boolean): { conditions: Conditions; errors: FieldErrors } {
  const errors = noFieldErrors();
  const ifMatch = readTags(headers, 'If-Match', errors);
  const ifNoneMatch = readTags(headers, 'If-None-Match', errors);
  const ifUnmodifiedSince = readDate(headers, 'If-Unmodified-Since');
  return { conditions: { required, ifMatch, ifNoneMatch, ifUnmodifiedSince }, errors };
}

function readTags(headers: Headers, name: string, errors: FieldErrors): string[] | '*' | undefined {
  const text = headers.get(name)?.trim();
  if (text === undefined || text === '*') return text;
  if (entityTagList.test(text)) return text.match(entityTag) ?? [];
  addFieldError(errors, [name], 'technical', 'must be * or a list of entity tags in double quotes, such as "3"');
  return undefined;
}

/** @returns seconds since 1970 */
function readDate(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text !== null && httpDate.test(text) ? Date.parse(text) / 1000 : undefined;
}

/** Whether a client's stored copy is current (RFC 9110 §13.1.2, §13.1.3), so that the answer to a GET is 304. */
export function isUnchanged(headers: Headers, etag: string, changedAt?: number): boolean {
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== null) return ifNoneMatch.trim() === '*' || (ifNoneMatch.match(entityTag) ?? []).map(withoutWeakMark).includes(etag);
  const since = readDate(headers, 'if-modified-since');
  return since !== undefined && changedAt !== undefined && Math.floor(changedAt / 1000) <= since;
}

export function recordHeaders(revision: Versioned<unknown>): Record<string, string> {
  return { ETag: etagOf(revision), 'Last-Modified': new Date(revision.changedAt).toUTCString() };
}
