import type { Row } from '../store.ts';
import type { End } from './end.ts';
import { type Progress, readProgress, saveProgress } from './progress.ts';
import { beforeAll, columnList, type Key, keyOf, type Table, tables } from './tables.ts';

/** Called after every page. */
export type Report = (doing: 'Copying' | 'Comparing', table: string, done: number, total: number) => void;

const pageSize = 1_000;

/**
 * Copies the rows that the target lacks. A page and its progress are one transaction, so the copy can go on after a kill at any point.
 */
export async function copyRows(source: End, target: End, report: Report): Promise<void> {
  const start = await readProgress(target);
  for (const table of tables.slice(tables.indexOf(start.table)))
    await copyTable(source, target, table === start.table ? start : { table, reached: beforeAll(table), copied: 0 }, report);
}

async function copyTable(source: End, target: End, start: Progress, report: Report): Promise<void> {
  const { table } = start;
  const total = await countRows(source, table);
  let { copied } = start;
  report('Copying', table.name, copied, total);
  for await (const rows of pages(source, table, start.reached)) {
    copied += rows.length;
    await target.inTransaction(async () => {
      await target.insert(table, rows);
      await saveProgress(target, { table, reached: keyOf(table, rows.at(-1) as Row), copied });
    });
    report('Copying', table.name, copied, total);
  }
}

/** The rows of a table after a key, in ascending order of the key, in pages that are not empty. */
export async function* pages(end: End, table: Table, after: Key): AsyncGenerator<Row[]> {
  const [key] = table.columns;
  const order = key.name + (key.type === 'text' ? end.byBytes : '');
  const sql = `select ${columnList(table)} from "${table.name}" where ${order} > $1 order by ${order} limit ${pageSize}`;
  for (let reached = after; ; ) {
    const rows = await end.all(sql, reached);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    reached = keyOf(table, last);
  }
}

export async function countRows(end: End, table: Table): Promise<number> {
  const [row] = await end.all(`select count(*) as n from "${table.name}"`);
  return Number(row?.n);
}
