import { type ArtistPart, artistParts, maxIncluded, ownParts } from '../model/artistParts.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { isSingle, type Kind, type Member } from '../model/record.ts';
import { recordTables } from './kinds.ts';
import { quoted } from './recordColumns.ts';
import type { Reader } from './store.ts';

/** The parts that are read together: the artist, and some of its facts. */
type ReadPart = 'artist' | ArtistPart;

/** Each record is one line of JSON. */
export type PartLines = { [P in ReadPart]: string[] };

type Engine = Reader['engine'];
/** The members of a JSON object, each with the expression of its value. */
type Members = Record<string, string>;

/** Reads one record more than is shown, to know whether there are more. */
const limit = maxIncluded + 1n;

/** How each engine writes the JSON of answers: without spaces, as the runtime does. */
const writing = {
  sqlite: {
    object: (members: Members) => `json_object(${Object.entries(members).map(([name, value]) => `'${name}', ${value}`)})`,
    list: (column: string) => `json(${column})`,
    boolean: (column: string) => `json(case ${column} when 1 then 'true' when 0 then 'false' end)`,
    lines: (json: string) => `group_concat(${json}, char(10))`,
  },
  postgres: {
    object: (members: Members) =>
      `(select row_to_json(o) from (select ${Object.entries(members).map(([name, value]) => `${value} as "${name}"`)}) o)`,
    list: (column: string) => `cast(${column} as json)`,
    boolean: (column: string) => `${column} = 1`,
    lines: (json: string) => `string_agg(cast(${json} as text), chr(10))`,
  },
};

/**
 * Reads the first records of some parts in order of id. One statement reads all parts, since each further statement would cost more than
 * its part. Its text is the same for any parts. The engine writes the JSON, so that no row becomes an object on the way.
 */
export function readPartLines(reader: Reader, artistId: bigint, parts: readonly ArtistPart[]): Awaitable<PartLines> {
  return chain(
    reader.get(statements[reader.engine], `,${['artist', ...parts]},`, artistId),
    (row) =>
      Object.fromEntries(
        Object.entries(row ?? {}).map(([part, lines]) => [part, (lines as string | null)?.split('\n') ?? []]),
      ) as PartLines,
  );
}

const statements = { sqlite: statementOf('sqlite'), postgres: statementOf('postgres') };

function statementOf(engine: Engine): string {
  const { object, list, boolean, lines } = writing[engine];
  const own = Object.entries(ownParts).map(([part, kind]) => [part, firstOf(kind, isSingle(kind) ? 'id' : 'artist_id')]);
  const reads = {
    artist: firstOf('artist', 'id'),
    ...Object.fromEntries(own),
    bands: firstOf('membership', 'person', { group: 'artist_id' }),
    // Of several credits of one album, only the first counts. A distinct select would fill a temporary table for every artist.
    credits: `select ${lines(object({ ...shown('album'), artist: object({ id: 'by_id', name: 'by_name' }) }))} from (
        select b.*, a.id as by_id, a.name as by_name from credit c cross join album b cross join artist a
        where c.artist = $2 and b.id = c.album_id and a.id = b.artist_id
          and not exists (select 1 from credit e where e.artist = c.artist and e.album_id = c.album_id and e.id < c.id)
        order by c.album_id limit ${limit}) r`,
  } as Record<ReadPart, string>;

  function firstOf(kind: Kind, column: string, more: Members = {}): string {
    return `select ${lines(object({ ...shown(kind), ...more }))}
      from (select * from ${kind} where ${column} = $2 order by id limit ${limit}) r`;
  }

  function shown(kind: Kind): Members {
    const { names, members } = recordTables[kind].type;
    const written = (name: string) => {
      const { json } = members[name as never] as Member<unknown>;
      return json ? { list, boolean }[json](quoted(name)) : quoted(name);
    };
    return { id: 'id', ...Object.fromEntries(names.map((name) => [name, written(name)])) };
  }

  return `select ${(['artist', ...artistParts] as const).map(
    (part) => `case when cast($1 as text) like '%,${part},%' then (${reads[part]}) end as ${part}`,
  )}`;
}
