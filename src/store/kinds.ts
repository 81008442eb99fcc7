import type { Kind } from '../model/record.ts';
import { albums } from './album.ts';
import { artists } from './artist.ts';
import { factTables } from './factTables.ts';
import type { RecordTable } from './record.ts';

export const recordTables = { artist: artists, album: albums, ...factTables } as unknown as Record<Kind, RecordTable<never>>;
