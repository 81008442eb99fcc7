import { type ArtistPart, artistParts, maxIncluded } from '../model/artistParts.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import type { Member } from '../model/record.ts';
import { albums } from './album.ts';
import { artists } from './artist.ts';
import { tables } from './kinds.ts';
import { quoted } from './recordColumns.ts';
import type { Reader } from './store.ts';

/** The parts that are read together: the artist, and some of its facts. */
type ReadPart = 'artist' | ArtistPart;

/** Each record is one line of JSON. */
export type PartLines = { [P in ReadPart]: string[] };

type Engine = Reader['engine'];
/** The members of a JSON object, each with the expression of its value. */
type Members = Record<string, string>;
type Table = { type: { kind: string; names: string[]; members: object } };

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
 * Reads the first records of some parts in order of id, in one statement, since a statement costs more than a part. Its text is the same
 * for any parts. The engine writes the JSON, so that no row becomes an object on the way.
 */
export function readPartLines(reader: Reader, artistId: bigint, parts: readonly ArtistPart[]): Awaitable<PartLines> {
  return chain(
    reader.get(statements[reader.engine], ['artist', ...parts].join(), artistId),
    (row) =>
      Object.fromEntries(
        Object.entries(row ?? {}).map(([part, lines]) => [part, (lines as string | null)?.split('\n') ?? []]),
      ) as PartLines,
  );
}

const { artist_details: details, membership, alias, artist_identifier: identifier, artist_source: source } = tables;
const statements = { sqlite: statementOf('sqlite'), postgres: statementOf('postgres') };

function statementOf(engine: Engine): string {
  const { object, list, boolean, lines } = writing[engine];
  const reads: Record<ReadPart, string> = {
    artist: firstOf(artists, 'id'),
    details: firstOf(details, 'id'),
    members: firstOf(membership),
    bands: firstOf(membership, 'person', { group: 'artist_id' }),
    aliases: firstOf(alias),
    identifiers: firstOf(identifier),
    albums: firstOf(albums),
    // Of several credits of one album, only the first counts. A distinct select would fill a temporary table for every artist.
    credits: `select ${lines(object({ ...shown(albums), artist: object({ id: 'by_id', name: 'by_name' }) }))} from (
        select b.*, a.id as by_id, a.name as by_name from credit c cross join album b cross join artist a
        where c.artist = $2 and b.id = c.album_id and a.id = b.artist_id
          and not exists (select 1 from credit e where e.artist = c.artist and e.album_id = c.album_id and e.id < c.id)
        order by c.album_id limit ${limit}) r`,
    sources: firstOf(source),
  };

  function firstOf(table: Table, column = 'artist_id', more: Members = {}): string {
    return `select ${lines(object({ ...shown(table), ...more }))}
      from (select * from ${table.type.kind} where ${column} = $2 order by id limit ${limit}) r`;
  }

  function shown({ type: { names, members } }: Table): Members {
    const written = (name: string) => {
      const { json } = members[name as keyof typeof members] as Member<unknown>;
      return json ? { list, boolean }[json](quoted(name)) : quoted(name);
    };
    return { id: 'id', ...Object.fromEntries(names.map((name) => [name, written(name)])) };
  }

  return `select ${(['artist', ...artistParts] as const).map(
    (part) => `case when cast($1 as text) like '%${part}%' then (${reads[part]}) end as ${part}`,
  )}`;
}
