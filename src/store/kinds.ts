import type { Kind } from '../model/record.ts';
import { albums } from './album.ts';
import { artists } from './artist.ts';
import { aliases, memberships } from './facts.ts';
import type { RecordTable } from './record.ts';

/** The table of each kind of record. */
export const recordTables: Record<Kind, RecordTable<never>> = {
  artist: artists as never,
  album: albums as never,
  alias: aliases as never,
  membership: memberships as never,
};
