import type { Position } from '../model/change.ts';
import type { EntryKind } from '../model/record.ts';
import type { Reader, Row } from './store.ts';

/** The newest revision of an artist or album. `decade`: of an album, also of a deleted one. `exists`: whether the record exists now. */
export type Newest = Position & { kind: EntryKind; id: bigint; decade: number | undefined; exists: boolean };

/** Absent members match all. */
export type HarvestSet = { kind?: EntryKind | undefined; decade?: number | undefined };

/**
 * Up to `limit` records whose newest numbered revision is among the `window` revisions after a number and in a span of time. Lookups by key
 * are scalar subqueries: PostgreSQL would turn `exists` into joins, and might read whole tables for them.
 */
export async function listNewestPast(
  reader: Reader,
  { seq, window, limit }: { seq: bigint; window: number; limit: number },
  { kind, decade, from, until }: HarvestSet & { from: number | undefined; until: number | undefined },
): Promise<Newest[]> {
  const rows = await reader.all(
    `select * from (
       select ${columnsOf(reader)} from (select seq, at, kind, id, version from revision where seq > $1 order by seq limit $2) as r
       where r.kind in ('artist', 'album') and (cast($3 as text) is null or r.kind = $3) and r.at >= $4 and r.at < $5 and
         (select l.seq from revision l where l.kind = r.kind and l.id = r.id and l.version = r.version + 1) is null
     ) as newest where cast($6 as bigint) is null or decade = $6 order by seq limit $7`,
    seq,
    window,
    kind ?? null,
    from ?? Number.MIN_SAFE_INTEGER,
    until ?? Number.MAX_SAFE_INTEGER,
    decade === undefined ? null : decade / 10,
    limit,
  );
  return rows.map(toNewest);
}

export async function findNewestOf(reader: Reader, kind: EntryKind, id: bigint): Promise<Newest | undefined> {
  const newest = '(select * from revision where kind = $1 and id = $2 order by version desc limit 1)';
  const row = await reader.get(`select ${columnsOf(reader)} from ${newest} as r`, kind, id);
  return row && toNewest(row);
}

/** The newest revision of one record that is in a set now, whichever is found first. */
export async function findOneInSet(reader: Reader, { kind = 'artist', decade }: HarvestSet): Promise<Newest | undefined> {
  const row =
    decade === undefined
      ? await reader.get(`select id from ${kind} where id > 0 order by id limit 1`)
      : await reader.get(
          `select id from (select id, year / 10 as decade from album where (year / 10) >= $1 order by year / 10 limit 1) as first where decade = $1`,
          decade / 10,
        );
  return row && findNewestOf(reader, kind, row.id as bigint);
}

function columnsOf({ engine }: Reader): string {
  const members = engine === 'sqlite' ? 'm.members' : 'cast(m.members as json)';
  return `r.seq, r.at, r.kind, r.id,
    case r.kind when 'artist' then (select count(*) from artist t where t.id = r.id) else (select count(*) from album t where t.id = r.id) end as record_exists,
    case r.kind when 'album' then coalesce(
      (select t.year from album t where t.id = r.id),
      (select cast(${members} ->> 'year' as bigint) from revision m
       where m.kind = 'album' and m.id = r.id and m.version < r.version and m.members is not null order by m.version desc limit 1)
    ) / 10 end as decade`;
}

function toNewest({ seq, at, kind, id, decade, record_exists }: Row): Newest {
  return {
    seq: seq as bigint,
    at: Number(at),
    kind: kind as EntryKind,
    id: id as bigint,
    decade: decade === null ? undefined : Number(decade) * 10,
    exists: record_exists === 1n,
  };
}

/** The decades that have albums. Each is found in one step in an index. */
export async function listDecades(reader: Reader): Promise<number[]> {
  const rows = await reader.all(
    `with recursive found (decade) as (
       select min(year / 10) from album
       union all select (select min(year / 10) from album where (year / 10) > found.decade) from found where found.decade is not null
     ) select decade from found where decade is not null`,
  );
  return rows.map(({ decade }) => Number(decade) * 10);
}
