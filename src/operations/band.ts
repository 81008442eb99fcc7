import type { Band, BandQuery } from '../model/band.ts';
import { type SeekSlice, sliceOf } from '../model/page.ts';
import type { NamedArtist } from '../store/artist.ts';
import { countBands, listArtistsOf, listBands as readBands } from '../store/band.ts';
import type { Reader } from '../store/store.ts';
import { requireSorted } from './artistList.ts';

/** One page of the bands that artists name, in order of name. @throws Problem `unavailable` */
export async function listBands(reader: Reader, { limit, offset, after }: BandQuery): Promise<SeekSlice<Band>> {
  await requireSorted(reader);
  const found = await readBands(reader, after, Number(limit) + 1, after === undefined ? Number(offset) : 0);
  return sliceOf(found, { limit }, await countBands(reader), ({ band }) => band);
}

/** Some of the artists of a band, the oldest first; in the store of an earlier version, only those that are ready. */
export async function listBandArtists(reader: Reader, { band, limit }: { band: string; limit: bigint }): Promise<NamedArtist[]> {
  return band.trim() === '' ? [] : listArtistsOf(reader, band, limit);
}
