import { insertion } from './insertMany.ts';
import type { Row, Transaction, Value } from './store.ts';

type Columns = Record<string, Value>;

export async function insertRow(tx: Transaction, table: string, columns: Columns, clause = ''): Promise<void> {
  await tx.run(`${insertion(table, Object.keys(columns))} ${clause}`, ...Object.values(columns));
}

export async function insertReturning(tx: Transaction, table: string, columns: Columns, clause: string): Promise<Row | undefined> {
  return tx.get(`${insertion(table, Object.keys(columns))} ${clause}`, ...Object.values(columns));
}

export async function updateRow(tx: Transaction, table: string, id: bigint, columns: Columns): Promise<void> {
  const names = Object.keys(columns);
  const set = names.map((name, i) => `${name} = $${i + 1}`);
  await tx.run(`update ${table} set ${set} where id = $${names.length + 1}`, ...Object.values(columns), id);
}
