import type { Band } from '../model/band.ts';
import { bandOrder, nameOrder } from '../model/sortKey.ts';
import { type NamedArtist, toNamed } from './artist.ts';
import type { Reader } from './store.ts';

/** Number of artists that one statement counts. A cancelled read ends between two statements, however many artists a band has. */
const batchSize = 20_000;

/**
 * Bands in order of name: after the band `after`, past the first `offset`. An index finds each in one step, however many artists it has.
 */
export async function listBands(reader: Reader, after: string | undefined, limit: number, offset: number): Promise<Band[]> {
  const next = (key: string) => `(select min(sort_band) from artist where sort_band > ${key})`;
  const rows = await reader.all(
    `with recursive found (band, place) as (
       select ${next('$1')}, 1 union all select ${next('found.band')}, place + 1 from found where band is not null and place < $2
     )
     select (select band from artist a where a.sort_band = found.band order by id limit 1) as band,
       (select count(*) from (select 1 from artist a where a.sort_band = found.band limit ${batchSize}) as counted) as artists
     from found where band is not null and place > $3 order by place`,
    after === undefined ? '' : bandOrder(after),
    offset + limit,
    offset,
  );
  const bands: Band[] = [];
  for (const { band, artists } of rows) {
    const name = band as string;
    bands.push({ band: name, artists: artists === BigInt(batchSize) ? await countArtists(reader, name) : (artists as bigint) });
  }
  return bands;
}

async function countArtists(reader: Reader, band: string): Promise<bigint> {
  const sql = `select count(*) as found, max(id) as last
    from (select id from artist where sort_band = $1 and id > $2 order by id limit ${batchSize}) as artists`;
  let total = 0n;
  for (let after = 0n, more = true; more; ) {
    const row = await reader.get(sql, bandOrder(band), after);
    total += row?.found as bigint;
    more = row?.found === BigInt(batchSize);
    after = row?.last as bigint;
  }
  return total;
}

export async function countBands(reader: Reader): Promise<bigint> {
  const bandAhead = `select sort_band as band from artist where sort_band > $1 order by sort_band limit 1 offset ${batchSize}`;
  const between = (test: string) =>
    `select count(*) as found from (select distinct sort_band from artist where sort_band > $1${test}) as bands`;
  const count = async (test: string, ...values: string[]) => (await reader.get(between(test), ...values))?.found as bigint;
  let total = 0n;
  for (let after = ''; ; ) {
    const next = (await reader.get(bandAhead, after))?.band as string | undefined;
    if (next === undefined) return total + (await count('', after));
    // The band `next` may have many artists, which are not read.
    total += (await count(' and sort_band < $2', after, next)) + 1n;
    after = next;
  }
}

const keyOf = { sort_band: bandOrder, sort_name: nameOrder };

/**
 * Artists whose band or name differs from a text at most in accents and case, in order of id. Artists of an earlier version are found once
 * they have sort keys.
 */
export async function listArtistsBy(reader: Reader, column: keyof typeof keyOf, text: string, limit: bigint): Promise<NamedArtist[]> {
  const sql = `select id, name from artist where ${column} = $1 order by id limit $2`;
  return (await reader.all(sql, keyOf[column](text), limit)).map(toNamed);
}
