import type { Band } from '../model/band.ts';
import { bandOrder } from '../model/sortKey.ts';
import type { Reader } from './store.ts';

/** Bands counted in one statement, so that a read that is to be stopped is so between two. */
const stride = 5_000;

/** The bands behind a band in the order of names, so many after passing over some. Each is found by a step of an index, however many artists it has. */
export async function listBands(reader: Reader, after: string | undefined, limit: number, offset: number): Promise<Band[]> {
  const next = (key: string) => `(select min(sort_band) from artist where sort_band > ${key})`;
  const rows = await reader.all(
    `with recursive found (band, place) as (
       select ${next('$1')}, 1 union all select ${next('found.band')}, place + 1 from found where band is not null and place < $2
     )
     select (select band from artist a where a.sort_band = found.band order by id limit 1) as band,
       (select count(*) from artist a where a.sort_band = found.band) as artists
     from found where band is not null and place > $3 order by place`,
    after === undefined ? '' : bandOrder(after),
    offset + limit,
    offset,
  );
  return rows.map(({ band, artists }) => ({ band: band as string, artists: artists as bigint }));
}

export async function countBands(reader: Reader): Promise<bigint> {
  const sql = `select count(*) as found, max(key) as last
    from (select distinct sort_band as key from artist where sort_band > $1 order by sort_band limit ${stride}) as bands`;
  let total = 0n;
  for (let after = ''; ; ) {
    const row = await reader.get(sql, after);
    const found = row?.found as bigint;
    total += found;
    if (found < stride) return total;
    after = row?.last as string;
  }
}
