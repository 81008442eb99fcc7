import { maxInt64 } from '../../model/int64.ts';
import type { Kind } from '../../model/record.ts';
import type { Transaction } from '../store.ts';

/**
 * The next id of the sequence. If `taken` is in use, one query skips the whole run of used ids. Two transactions may choose the same id;
 * then the unique key of the revision log refuses the second.
 */
export async function nextId(tx: Transaction, kind: Kind, taken?: bigint): Promise<bigint> {
  const row =
    taken === undefined
      ? await tx.get(`select nextval('${kind}_id') as id`)
      : await tx.get(
          `select setval('${kind}_id', greatest((select last_value from ${kind}_id), (
             select ${after('id')} from revision r where kind = $1 and version = 1 and id >= $2
               and not exists (select 1 from revision n where n.kind = r.kind and n.id = ${after('r.id')} and n.version = 1)
             order by id limit 1))) as id`,
          kind,
          taken,
        );
  return row?.id as bigint;
}

/** SQL for the next id, or null: PostgreSQL may also compute it for rows that it discards, and the largest id plus 1 would be an error. */
function after(id: string): string {
  return `case when ${id} < ${maxInt64} then ${id} + 1 end`;
}
