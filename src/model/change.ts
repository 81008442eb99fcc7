import { z } from 'zod';
import { changeFilters, type FilterableChange } from './changeFilter.ts';
import { type MemberChange, revisionMembers, type ShownRevision, showAuthor, showRedaction } from './history.ts';
import { id } from './int64.ts';
import { parseJson, toJson } from './json.ts';
import { knownTypes } from './kinds.ts';
import { pageLimit } from './page.ts';
import { isKind, kinds } from './record.ts';
import { placePath } from './recordPath.ts';
import { cursorText } from './seekPage.ts';
import { showMembers } from './showMembers.ts';
import { timeText } from './time.ts';

const { changeset, at, user, user_name, version, action, comment, source, redacts, redacted, hidden } = revisionMembers;

export const changeShape = z
  .strictObject({
    seq: id.meta({ description: 'Its place in the order of all changes, which has no gaps', example: 1043 }),
    ...{ changeset, at, user, user_name },
    kind: z.string().meta({ description: `${kinds.map((kind) => `\`${kind}\``).join(', ')}; others may come`, example: 'artist' }),
    id,
    artist_id: id.nullable().meta({ description: 'The artist that the record belongs to; null if it is an artist', example: null }),
    album_id: id.nullable().meta({ description: 'The album that the record belongs to, or null', example: null }),
    path: z.string().nullable().meta({
      description: 'The path of the record, relative to the base URL; null if this program does not know its kind',
      example: '/api/v1/artists/1001',
    }),
    ...{ version, action },
    comment: comment.meta({ ...comment.meta(), description: 'Why it was made; null if the record is deleted now, except of a redaction' }),
    source: source.meta({ ...source.meta(), description: 'The source of the new values; null if the record is deleted now' }),
    ...{ redacts, redacted },
    hidden: hidden.meta({ description: 'The part that only editors see: `comment`, which includes the source, or `all`', example: null }),
    record: z.union([...Object.values(knownTypes).map(({ shown }) => shown), z.null()]).meta({
      description:
        'The record after this change; null if it is deleted, by this change or a later one, or if a part of it was redacted or is hidden',
    }),
  })
  .meta({ id: 'Change' });

/** The number and time of a change. A store restored from a backup uses the same numbers again, with other times. */
export type Position = { seq: bigint; at: number };

export const noChange: Position = { seq: 0n, at: 0 };

/** The cursor after a position; undefined stands for the start of the log. */
export function cursorOf(position: Position): Position | undefined {
  return position.seq > 0n ? position : undefined;
}

const positionForm = /^c([1-9]\d{0,17})-(-?[0-9a-z]{1,11})$/;

export function showPosition({ seq, at }: Position): string {
  return `c${seq}-${at.toString(36)}`;
}

export const position = cursorText(
  positionForm,
  ([seq = '', at = '']): Position => ({ seq: BigInt(seq), at: Number.parseInt(at, 36) }),
  'c1043-mi9s0v3k',
);

/** Undefined where a text is no cursor. */
export function readPosition(text: string): Position | undefined {
  return position.safeParse(text).data;
}

export const changeQuery = z.strictObject({
  limit: pageLimit,
  after: position.optional(),
  order: z.enum(['asc', 'desc'], 'must be asc or desc').default('asc').meta({ description: 'The oldest first, or the newest' }),
  ...changeFilters.optional,
  since: timeText
    .optional()
    .meta({ type: 'string', format: 'date-time', description: 'Only changes from this time on', example: '2026-01-02T03:04:05Z' }),
  until: timeText
    .optional()
    .meta({ type: 'string', format: 'date-time', description: 'Only changes before this time', example: '2026-01-09T03:04:05Z' }),
});

export type ChangeQuery = z.infer<typeof changeQuery>;

/**
 * `record` is undefined if it is not shown. `exists`: whether the record exists now. `name`: its last name, if the request asked for names.
 */
export type LoggedChange = {
  revision: ShownRevision & Position;
  record: object | undefined;
  exists: boolean;
  name?: string | undefined;
};

/**
 * The comment and source that everybody sees of a change whose record is deleted now: none, since only editors see its content. The comment
 * of a redaction is a public note.
 */
export const remarksOfDeleted = (action: string) => (action === 'redact' ? {} : { comment: null, source: null });

export function showLoggedChange({ revision, record }: LoggedChange): z.infer<typeof changeShape> {
  const path = isKind(revision.kind) ? placePath(revision.kind, revision) : null;
  return showMembers(changeShape, { ...revision, ...showAuthor(revision), ...showRedaction(revision), path, record: record ?? null });
}

/** A change as an event of a stream. `data` is JSON, written once for all streams. */
export type ChangeEvent = Position & FilterableChange & { action: string; data: string };

/** @param changes the members that it changed; null if the record is not shown */
export function changeEventOf(change: LoggedChange, changes: MemberChange[] | null): ChangeEvent {
  const { seq, at, kind, id, accountId, artistId, changeset, action } = change.revision;
  return { seq, at, kind, id, accountId, artistId, changeset, action, data: toJson({ ...showLoggedChange(change), changes }) };
}

/** The event of an earlier change of a record that is deleted now: its content is for editors. */
export function withoutContent(event: ChangeEvent): ChangeEvent {
  const data = toJson({ ...(parseJson(event.data).value as object), ...remarksOfDeleted(event.action), record: null, changes: null });
  return { ...event, data };
}
