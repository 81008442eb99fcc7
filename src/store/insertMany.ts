import type { Transaction, Value } from './store.ts';

/** The numbers of rows that a statement may insert. Large ones need fewer executions, and few of them fewer prepared statements. */
const sizes = [64, 16, 4, 1];

/** Inserts many rows in few statements, in their order. @param clause the end of the statement */
export async function insertMany(tx: Transaction, table: string, columns: readonly string[], rows: Value[][], clause = ''): Promise<void> {
  let done = 0;
  for (const size of sizes) {
    const statement = insertion(table, columns, size) + clause;
    for (; rows.length - done >= size; done += size) await tx.run(statement, ...rows.slice(done, done + size).flat());
  }
}

export function insertion(table: string, columns: readonly string[], rows = 1): string {
  const values = Array.from({ length: rows }, (_, row) => `(${columns.map((_, i) => `$${row * columns.length + i + 1}`)})`);
  return `insert into ${table} (${columns}) values ${values}`;
}
