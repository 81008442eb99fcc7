import type pg from 'pg';
import type { Row, SharedStatement, Value } from '../store.ts';
import { causeOf, runPrepared } from './connections.ts';

const most = 100;

/** `more` counts the reads after its first. */
type Asked = { ids: Set<bigint>; more: number; rows: Promise<Map<Value, Row>> };

/**
 * One statement serves all reads by id of one turn of the event loop, since a statement costs several times as much as a row. It starts
 * after the turn, so each read sees everything that was answered before the read was called.
 */
export function shareReads(pool: pg.Pool) {
  const open = new Map<SharedStatement, Asked>();
  let waiting = 0;

  function begin(sql: SharedStatement): Asked {
    const asked: Asked = { ids: new Set(), more: 0, rows: endOfTurn().then(() => ask(sql, asked)) };
    open.set(sql, asked);
    return asked;
  }

  function close(sql: SharedStatement, asked: Asked): void {
    if (open.get(sql) === asked) open.delete(sql);
  }

  async function ask(sql: SharedStatement, asked: Asked): Promise<Map<Value, Row>> {
    close(sql, asked);
    const client = await pool.connect().finally(() => {
      waiting -= asked.more;
    });
    try {
      const rows = await rowsOf(client, sql, [...asked.ids]);
      client.release();
      return new Map(rows.map((row) => [row.id as bigint, row]));
    } catch (error) {
      client.release(true);
      throw causeOf(client, error);
    }
  }

  return {
    async get(sql: SharedStatement, id: bigint): Promise<Row | undefined> {
      const before = open.get(sql);
      const asked = before ?? begin(sql);
      asked.ids.add(id);
      if (before) {
        asked.more++;
        waiting++;
      }
      if (asked.ids.size === most) close(sql, asked);
      return (await asked.rows).get(id);
    },
    /** Reads that wait for a connection. The first read of each statement does not count here, since the pool counts it. */
    waiting: (): number => waiting,
  };
}

/** A statement for one id is planned once; one for an array is planned each time. */
function rowsOf(client: pg.PoolClient, { one, many }: SharedStatement, ids: bigint[]): Promise<Row[]> {
  return ids.length === 1 ? runPrepared(client, one, ids) : runPrepared(client, many, [`{${ids.join()}}`]);
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
