import type { Transaction, Value } from './store.ts';

/** Rows that one statement inserts, where there are so many. */
const many = 50;

/** Inserts many rows in few statements, in their order. Only two texts of each, so that few are prepared. */
export async function insertMany(tx: Transaction, table: string, columns: readonly string[], rows: Value[][]): Promise<void> {
  const together = rows.length - (rows.length % many);
  for (let i = 0; i < together; i += many) await tx.run(insertion(table, columns, many), ...rows.slice(i, i + many).flat());
  for (const row of rows.slice(together)) await tx.run(insertion(table, columns), ...row);
}

export function insertion(table: string, columns: readonly string[], rows = 1): string {
  const values = Array.from({ length: rows }, (_, row) => `(${columns.map((_, i) => `$${row * columns.length + i + 1}`)})`);
  return `insert into ${table} (${columns}) values ${values}`;
}
