import { artist } from '../model/artist.ts';
import { recordTable } from './record.ts';
import type { Reader } from './store.ts';

export const artists = recordTable(artist);

export async function countArtists(reader: Reader): Promise<bigint> {
  const row = await reader.get(`select artists from total`);
  return row?.artists as bigint;
}
