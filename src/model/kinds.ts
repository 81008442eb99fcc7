import { album } from './album.ts';
import { artist } from './artist.ts';
import type { RecordType } from './record.ts';

/** The kinds of record that this program knows, by name; a log of a newer one may have others. */
export const recordTypes: Record<string, RecordType<never> | undefined> = { artist: artist as never, album: album as never };
