import type pg from 'pg';
import { StartRefused } from '../../model/startRefused.ts';
import { lockNumbers } from './lockNumbers.ts';

export const batch = 5_000;
/** The count stops here, so that it stays cheap. */
const maxCounted = 10_000;
/** Pause before the next try while another node holds the lock, in ms. */
const pause = 10;
/** Gives up if nothing was numbered for this long, in ms. A statement of another node may take 30 s. */
const patience = 60_000;

/** Revisions without a number: how many (up to 10,000), the position of the first, and the time of the oldest, in ms since 1970. */
export type Backlog = { revisions: number; first: bigint | undefined; since: number };

export async function readBacklog(pool: pg.Pool): Promise<Backlog> {
  const { rows } = await pool.query(
    `select count(*) as revisions, min(position) as first, min(at) as since
     from (select position, at from revision where seq is null order by position limit ${maxCounted}) as waiting`,
  );
  const [{ revisions, first, since }] = rows as [{ revisions: bigint; first: bigint | null; since: bigint | null }];
  return { revisions: Number(revisions), first: first ?? undefined, since: Number(since ?? 0) };
}

/** Waits until every row that is committed now has a number; any node may assign it. @throws StartRefused where numbering is stuck */
export async function numberAll(pool: pg.Pool, maxWait = patience): Promise<void> {
  const { rows } = await pool.query('select max(position) as last from revision where seq is null');
  const waiting = 'select min(position) as first from revision where seq is null and position <= $1';
  const next = async () => (await pool.query(waiting, [rows[0].last])).rows[0].first as bigint | null;
  let progressAt = performance.now();
  for (let first = await next(), previous = first; first !== null; previous = first, first = await next()) {
    if (first !== previous) progressAt = performance.now();
    if (performance.now() - progressAt > maxWait) throw new StartRefused(stuck);
    if ((await numberRevisions(pool)) === 0) await Bun.sleep(pause);
  }
}

const stuck = `Revisions still have no number, and nobody gives them one. If a service runs on this database, see its log; else find who holds the lock and end it: select pid from pg_locks where locktype = 'advisory' and objid = ${lockNumbers.sequencer}`;

/**
 * Numbers up to 5,000 committed rows of the revision log, and adds their artists to the total. Transactions commit in any order, so in a
 * sequence 2 could become visible before 1. Numbers that are assigned under a lock, to committed rows only, have no such gaps: a client
 * that has read up to a number has missed nothing.
 *
 * @returns how many; 0 where another node has the lock
 */
export async function numberRevisions(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as mine', [lockNumbers.sequencer]);
    const numbered = rows[0].mine ? await numberBatch(client) : 0;
    await client.query('commit');
    client.release();
    return numbered;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function numberBatch(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query(
    `with waiting as (
       select kind, id, version, row_number() over (order by position) as n
       from (select * from revision where seq is null order by position limit ${batch}) as rows
     ), numbered as (
       update revision r set seq = (select coalesce(max(seq), 0) from revision) + w.n
       from waiting w where r.kind = w.kind and r.id = w.id and r.version = w.version
       returning r.kind, r.action
     ), growth as (
       select count(*) as revisions, coalesce(sum(case action when 'create' then 1 when 'restore' then 1 when 'delete' then -1 else 0 end) filter (where kind = 'artist'), 0)::bigint as artists
       from numbered
     )
     update counted set artists = counted.artists + growth.artists from growth returning growth.revisions`,
  );
  return Number(rows[0]?.revisions ?? 0);
}
