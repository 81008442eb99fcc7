import type { Change } from '../model/change.ts';
import type { Reader, Row, Transaction } from './store.ts';

const columns = 'at, actor, kind, id, version, action, document';

/**
 * Writes one row of the change log. Rows are unique by kind, id and version and never leave, so a first version that is
 * refused says that the id is or ever was taken: one statement, no race.
 *
 * @returns false where the row was there already
 */
export async function appendChange(tx: Transaction, change: Change): Promise<boolean> {
  const row = await tx.get(
    `insert into change (${columns}) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (kind, id, version) do nothing returning version`,
    change.at,
    change.actor,
    change.kind,
    change.id,
    change.version,
    change.action,
    change.document,
  );
  return row !== undefined;
}

/** The log from its beginning, `limit` rows after the sequence number `after`. */
export async function listChanges(reader: Reader, after: bigint, limit: number): Promise<(Change & { seq: bigint })[]> {
  const rows = await reader.all(`select seq, ${columns} from change where seq > $1 order by seq limit $2`, after, limit);
  return rows.map(toChange);
}

function toChange(row: Row): Change & { seq: bigint } {
  return {
    seq: row.seq as bigint,
    at: Number(row.at),
    actor: row.actor as bigint | null,
    kind: row.kind as Change['kind'],
    id: row.id as bigint,
    version: row.version as bigint,
    action: row.action as Change['action'],
    document: row.document as string,
  };
}
