import { elementsOf, jsonOf } from './elements.ts';
import type { Reader } from './store.ts';

/** A row of the log: its artist, and whether it added that artist. */
export type DrawnRow = { artistId: bigint; added: boolean };

export async function listRowsAt(reader: Reader, numbers: bigint[]): Promise<Map<bigint, DrawnRow>> {
  const rows = await reader.all(
    // Without a cross join SQLite may scan all artists.
    `select r.seq, case when r.kind = 'artist' then r.id else r.artist_id end as artist,
       case when r.kind = 'artist' and r.action = 'create' then 1 else 0 end as added
     from ${elementsOf(reader, '$1')} as wanted cross join revision r where r.seq = cast(wanted.value as bigint)`,
    jsonOf(numbers),
  );
  return new Map(rows.map(({ seq, artist, added }) => [seq as bigint, { artistId: artist as bigint, added: Number(added) === 1 }]));
}
