import type pg from 'pg';
import { lockNumbers } from './lockNumbers.ts';

const pause = 100;
const batch = 5_000;
/** How long another node's turn at numbering is waited for at a time, in ms. */
const turn = 10;

export type Sequencer = { stop(): Promise<void> };

/**
 * Numbers the committed rows of the change log, on whichever node gets the lock. Rows become visible in any order, so
 * their own sequence could show 2 before 1 exists; numbers given under a lock to rows that are visible already cannot: who
 * has read up to a number has missed nothing before it.
 */
export function startSequencer(pool: pg.Pool): Sequencer {
  let stopped = false;
  const done = (async () => {
    while (!stopped) {
      // Out of reach for now: the health watch says so, and the next round tries again.
      const numbered = await numberChanges(pool).catch(() => 0);
      if (numbered < batch) await Bun.sleep(pause);
    }
  })();
  return {
    stop() {
      stopped = true;
      return done;
    },
  };
}

/** Waits until every row that is committed now has its number, by whichever node. */
export async function numberAll(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select max(position) as last from change where seq is null');
  const waiting = 'select 1 from change where seq is null and position <= $1 limit 1';
  while ((await pool.query(waiting, [rows[0].last])).rows.length > 0) {
    if ((await numberChanges(pool)) === 0) await Bun.sleep(turn);
  }
}

/** Numbers up to 5,000 rows and counts their artists into the total. @returns how many; 0 where another node is at it */
export async function numberChanges(pool: pg.Pool): Promise<number> {
  const waiting = await pool.query('select 1 from change where seq is null limit 1');
  if (waiting.rows.length === 0) return 0;
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
       from (select * from change where seq is null order by position limit ${batch}) as rows
     ), numbered as (
       update change c set seq = (select coalesce(max(seq), 0) from change) + w.n
       from waiting w where c.kind = w.kind and c.id = w.id and c.version = w.version
       returning c.kind, c.action
     ), growth as (
       select count(*) as changes, coalesce(sum(case action when 'create' then 1 when 'delete' then -1 else 0 end) filter (where kind = 'artist'), 0)::bigint as artists
       from numbered
     )
     update counted set artists = counted.artists + growth.artists from growth returning growth.changes`,
  );
  return Number(rows[0]?.changes ?? 0);
}
