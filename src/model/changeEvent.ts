import { type LoggedChange, type Position, showLoggedChange } from './change.ts';
import type { Filtered } from './changeFilter.ts';
import type { MemberChange } from './history.ts';
import { toJson } from './json.ts';

/** A change as an event of a stream. `data` is JSON, written once for all streams. */
export type ChangeEvent = Position & Filtered & { action: string; data: string };

/** @param changes the members that it changed; null if the record is not shown */
export function changeEventOf(change: LoggedChange, changes: MemberChange[] | null): ChangeEvent {
  const { seq, at, kind, id, accountId, artistId, changeset, action } = change.revision;
  return { seq, at, kind, id, accountId, artistId, changeset, action, data: toJson({ ...showLoggedChange(change), changes }) };
}
