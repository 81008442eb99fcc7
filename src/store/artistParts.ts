import type { ArtistPart } from '../model/artistParts.ts';
import { type Awaitable, chain, together } from '../model/awaitable.ts';
import { parseJson } from '../model/json.ts';
import { albums } from './album.ts';
import { toListed } from './albumList.ts';
import { artists } from './artist.ts';
import { factTables } from './factTables.ts';
import { quoted } from './recordColumns.ts';
import type { Reader, Row } from './store.ts';

/** The parts that are read together: the artist, and some of its facts. */
export type ReadPart = 'artist' | ArtistPart;

/** `select`: at most `$2` rows of the artist with the id `$1`. */
type PartRead = { select: string; read(row: Row): object };
type Table = { type: { kind: string; names: string[] }; toRecord(row: Row): object };

const { artist_details: details, membership, alias, artist_identifier: identifier, artist_source: source } = factTables;

const partReads: Record<ReadPart, PartRead> = {
  artist: firstOf(artists, 'id'),
  details: firstOf(details, 'id'),
  members: firstOf(membership),
  bands: {
    select: firstOf(membership, 'person', ['artist_id']).select,
    read: (row) => ({ ...membership.toRecord(row), group: row.artist_id }),
  },
  aliases: firstOf(alias),
  identifiers: firstOf(identifier),
  albums: firstOf(albums),
  credits: {
    // Of several credits of one album, only the first counts. A distinct select would fill a temporary table for the many artists that have
    // none.
    select: `select ${['id', ...albums.type.names].map((name) => `b.${name}`)}, a.id as artist_id, a.name as artist_name
      from credit c cross join album b cross join artist a
      where c.artist = $1 and b.id = c.album_id and a.id = b.artist_id
        and not exists (select 1 from credit e where e.artist = c.artist and e.album_id = c.album_id and e.id < c.id)
      order by c.album_id limit $2`,
    read: toListed,
  },
  sources: firstOf(source),
};

function firstOf({ type, toRecord }: Table, column = 'artist_id', more: string[] = []): PartRead {
  const columns = ['id', ...type.names, ...more].map(quoted);
  return { select: `select ${columns} from ${type.kind} where ${column} = $1 order by id limit $2`, read: toRecord };
}

/**
 * The first records of some parts by id, from one snapshot. On PostgreSQL it is one statement, the same for any parts: a statement costs
 * more than a part, and else each connection would prepare one for every combination of parts.
 */
export function listParts<P extends ReadPart>(reader: Reader, artistId: bigint, parts: P[], limit: bigint): Awaitable<Record<P, object[]>> {
  const found =
    reader.engine === 'sqlite'
      ? together(parts.map((part) => reader.all(partReads[part].select, artistId, limit)))
      : chain(reader.get(ofAll, artistId, limit, `{${parts}}`), (row) => parts.map((part) => rowsIn(row?.[part])));
  return chain(
    found,
    (rows) => Object.fromEntries(parts.map((part, i) => [part, (rows[i] as Row[]).map(partReads[part].read)])) as Record<P, object[]>,
  );
}

const ofAll = `select ${Object.entries(partReads).map(
  ([part, { select }]) =>
    `case when '${part}' = any (cast($3 as text[])) then (select cast(json_agg(r) as text) from (${select}) r) end as ${part}`,
)}`;

/** @param json null if there are none */
function rowsIn(json: unknown): Row[] {
  return json ? (parseJson(json as string).value as Row[]) : [];
}
