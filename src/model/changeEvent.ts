import type { z } from 'zod';
import { changeShape, type LoggedChange, type Position, showLoggedChange } from './change.ts';
import type { Filtered } from './changeFilter.ts';
import { type MemberChange, memberChange } from './history.ts';
import { toJson } from './json.ts';

/** A change as a stream tells it. */
export const changeEventShape = changeShape
  .extend({
    changes: memberChange
      .array()
      .nullable()
      .meta({ description: 'What it changed of the record, so that it can be reversed; null where `record` is null' }),
  })
  .meta({ id: 'ChangeEvent' });

/** `data` is JSON, written once for all who are told. */
export type ChangeEvent = Position & Filtered & { data: string };

export function changeEventOf(change: LoggedChange, changes: MemberChange[] | null): ChangeEvent {
  const { seq, at, kind, id, accountId, artistId, changeset } = change.revision;
  const shown: z.infer<typeof changeEventShape> = { ...showLoggedChange(change), changes } as never;
  return { seq, at, kind, id, accountId, artistId, changeset, data: toJson(shown) };
}
