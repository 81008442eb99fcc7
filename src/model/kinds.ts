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
