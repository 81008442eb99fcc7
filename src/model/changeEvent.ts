import { type LoggedChange, type Position, remarksOfDeleted, showLoggedChange } from './change.ts';
import type { Filtered } from './changeFilter.ts';
import type { MemberChange } from './history.ts';
import { parseJson, toJson } from './json.ts';

/** A change as an event of a stream. `data` is JSON, written once for all streams. */
export type ChangeEvent = Position & Filtered & { action: string; data: string };

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
