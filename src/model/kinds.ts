import { album } from './album.ts';
import { alias } from './alias.ts';
import { artist } from './artist.ts';
import { membership } from './membership.ts';
import type { Kind, RecordType } from './record.ts';

const known: Record<Kind, RecordType<never>> = {
  artist: artist as never,
  album: album as never,
  alias: alias as never,
  membership: membership as never,
};

/** The kinds of record that this program knows, by name; a log of a newer one may have others. */
export const recordTypes: Record<string, RecordType<never> | undefined> = known;

/** What people know a record by: its name, or who a membership credits. */
export function titleOf(kind: string, record: object): string | undefined {
  return (record as { [member: string]: string | undefined })[recordTypes[kind]?.titled ?? 'name'];
}
