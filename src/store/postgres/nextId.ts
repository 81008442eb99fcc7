import { maxInt64 } from '../../model/int64.ts';
import type { Kind, Transaction } from '../store.ts';

/**
 * The next id of the sequence, past a stretch of honoured ids in one look. Two transactions may meet at the end of a
 * stretch; whichever id is taken by then, its first row in the change log refuses the second.
 */
export async function nextId(tx: Transaction, kind: Kind): Promise<bigint> {
  const row = await tx.get(`select nextval('${kind}_id') as id`);
  const id = row?.id as bigint;
  const taken = await tx.get(`select 1 as found from change where kind = $1 and id = $2 and version = 1`, kind, id);
  if (!taken) return id;
  const end = await tx.get(
    `select setval('${kind}_id', greatest((select last_value from ${kind}_id), (
       select ${after('id')} from change c where kind = $1 and version = 1 and id >= $2
         and not exists (select 1 from change n where n.kind = c.kind and n.id = ${after('c.id')} and n.version = 1)
       order by id limit 1))) as id`,
    kind,
    id,
  );
  return end?.id as bigint;
}

/** PostgreSQL may work this out for rows that it then leaves out, and the largest id has none after it. */
function after(id: string): string {
  return `case when ${id} < ${maxInt64} then ${id} + 1 end`;
}
