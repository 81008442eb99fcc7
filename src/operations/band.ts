import type { Band, BandQuery } from '../model/band.ts';
import { type SeekSlice, sliceOf } from '../model/page.ts';
import { countBands, listBands as readBands } from '../store/band.ts';
import type { Reader } from '../store/store.ts';
import { requireSortKeys } from './artist.ts';

/** One page of the bands in the catalogue, in order of name. @throws Problem `unavailable` */
export async function listBands(reader: Reader, { limit, offset, after }: BandQuery): Promise<SeekSlice<Band>> {
  await requireSortKeys(reader);
  const found = await readBands(reader, after, Number(limit) + 1, after === undefined ? Number(offset) : 0);
  return sliceOf(found, { limit }, await countBands(reader), ({ band }) => band);
}
