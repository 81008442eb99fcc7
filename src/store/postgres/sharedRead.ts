import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Row, SharedStatement, Value } from '../store.ts';
import { causeOf, runPrepared } from './connections.ts';

const maxIds = 100;

/** The reads that one statement serves. `more`: the number of reads after the first. */
type Batch = { ids: Set<bigint>; more: number; rows: Promise<Map<Value, Row>> };

/**
 * One statement serves all reads by id that are called in one turn of the event loop, since a statement costs several times as much as a
 * row. It starts after the turn, so each read sees every change that was answered before the read was called.
 */
export function shareReads(pool: pg.Pool) {
  const open = new Map<SharedStatement, Batch>();
  let waiting = 0;

  function begin(sql: SharedStatement): Batch {
    const batch: Batch = { ids: new Set(), more: 0, rows: setImmediate().then(() => ask(sql, batch)) };
    open.set(sql, batch);
    return batch;
  }

  function close(sql: SharedStatement, batch: Batch): void {
    if (open.get(sql) === batch) open.delete(sql);
  }

  async function ask(sql: SharedStatement, batch: Batch): Promise<Map<Value, Row>> {
    close(sql, batch);
    const client = await pool.connect().finally(() => {
      waiting -= batch.more;
    });
    try {
      const rows = await rowsOf(client, sql, [...batch.ids]);
      client.release();
      return new Map(rows.map((row) => [row.id as bigint, row]));
    } catch (error) {
      client.release(true);
      throw causeOf(client, error);
    }
  }

  return {
    async get(sql: SharedStatement, id: bigint): Promise<Row | undefined> {
      const existing = open.get(sql);
      const batch = existing ?? begin(sql);
      batch.ids.add(id);
      if (existing) {
        batch.more++;
        waiting++;
      }
      if (batch.ids.size === maxIds) close(sql, batch);
      return (await batch.rows).get(id);
    },
    /** Reads that wait for a connection. The first read of each statement does not count here, since the pool counts it. */
    waiting: (): number => waiting,
  };
}

/** A statement for one id is planned once, a statement for an array each time. */
function rowsOf(client: pg.PoolClient, { one, many }: SharedStatement, ids: bigint[]): Promise<Row[]> {
  return ids.length === 1 ? runPrepared(client, one, ids) : runPrepared(client, many, [`{${ids.join()}}`]);
}
