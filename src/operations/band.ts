import type { Band, BandQuery } from '../model/band.ts';
import type { Slice } from '../model/page.ts';
import { countBands, listBands as readBands } from '../store/band.ts';
import type { Reader } from '../store/store.ts';
import { demandSorted } from './artistList.ts';

/** One page of the bands that artists name, in order of name. @throws Problem `unavailable` */
export async function listBands(reader: Reader, { limit, offset, after }: BandQuery): Promise<Slice<Band>> {
  await demandSorted(reader);
  const most = Number(limit);
  const found = await readBands(reader, after, most + 1, after === undefined ? Number(offset) : 0);
  const records = found.slice(0, most);
  const last = records.at(-1);
  return { records, total: await countBands(reader), more: found.length > most, ...(last && { after: last.band }) };
}
