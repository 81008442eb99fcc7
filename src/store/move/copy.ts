import type { Row } from '../store.ts';
import type { End } from './end.ts';
import { columnList, type Table } from './tables.ts';

export type Report = (doing: 'Copying' | 'Comparing', table: string, done: number, total: number) => void;

/** The number of rows of one read. A row of `job_chunk` has up to 350 kB. */
const pageSizeOf = (table: string) => (table === 'job_chunk' ? 20 : 1_000);

export async function copyRows(source: End, target: End, tables: Table[], report: Report): Promise<void> {
  for (const table of tables) {
    const total = await countRows(source, table);
    let copied = 0;
    report('Copying', table.name, copied, total);
    for await (const rows of pages(source, table)) {
      await target.insert(table, rows);
      copied += rows.length;
      report('Copying', table.name, copied, total);
    }
  }
}

export async function* pages(end: End, { name, columns }: Table): AsyncGenerator<Row[]> {
  const [key] = columns;
  const order = key.name + (key.type === 'text' ? end.byBytes : '');
  const sql = `select ${columnList({ columns })} from "${name}" where ${order} > $1 order by ${order} limit ${pageSizeOf(name)}`;
  // Both first values are smaller than every key.
  for (let reached = key.type === 'bigint' ? 0n : ''; ; ) {
    const rows = await end.all(sql, reached);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    reached = last[key.name] as bigint | string;
  }
}

export async function countRows(end: End, table: Table): Promise<number> {
  const [row] = await end.all(`select count(*) as n from "${table.name}"`);
  return Number(row?.n);
}
