import { Database } from 'bun:sqlite';
import { lastingRefusal } from '../../model/startRefused.ts';
import { type AppliedMigration, lackingRows, type Migration, migrationTable, pendingMigrations, requireRows } from '../migrations.ts';
import { progressSchema, progressTable } from '../move/progress.ts';
import { migrations } from './migrations/index.ts';

/** A row of `sqlite_schema`: what to call it, the SQL that makes it, and all of it as one text. */
type Part = { called: string; sql: string; whole: string };

/** What an operator's `analyze` adds, and Litestream to each file that it copies: tables that only hold values. */
const harmless =
  /^CREATE TABLE (sqlite_stat[14]\([\w,]+\)|_litestream_seq \(id INTEGER PRIMARY KEY, seq INTEGER\)|_litestream_lock \(id INTEGER\))$/;

/** Names that a refusal repeats at most, and characters of each. */
const maxNames = 5;
const maxNameLength = 60;

/**
 * What a store says was done to it, in order; nothing where it is empty. Runs nothing of the file: a trigger, a view or a table that
 * no migration made is refused before anything is read through it.
 *
 * @throws StartRefused where the store is newer than the program, its schema is not exactly what these migrations make, or it lacks rows that they made
 */
export function appliedMigrations({ database }: { database: Database }): AppliedMigration[] {
  const parts = partsOf(database);
  if (parts.length === 0) return [];
  const asked = madeBy([]).find(({ called }) => called === 'table migration');
  if (!parts.some(({ whole }) => whole === asked?.whole))
    throw lastingRefusal('The file is no store of Rockola, and nothing was changed. Name another file, or move this one away.');
  const rows = database.query<Record<string, unknown>, []>('select number, checksum from migration order by number').all();
  const applied = rows.map((row) => ({ number: Number(row.number), checksum: String(row.checksum) }));
  pendingMigrations(migrations, applied);
  requireExactly(madeBy(migrations.slice(0, applied.length)), parts);
  if (applied.length === migrations.length) requireRows(database.query<{ name: unknown }, []>(lackingRows('sqlite')).all());
  return applied;
}

function partsOf(database: Database): Part[] {
  return database
    .query('select type, name, tbl_name, sql from sqlite_schema')
    .values()
    .map((row) => ({ called: `${row[0]} ${String(row[1]).slice(0, maxNameLength)}`, sql: String(row[3]), whole: JSON.stringify(row) }));
}

/** The schema that migrations make, with the mark of an unfinished move. */
function madeBy(applied: Migration[]): Part[] {
  const fresh = new Database(':memory:');
  try {
    for (const sql of [migrationTable, progressSchema, ...applied.map(({ sql }) => sql)]) fresh.run(sql);
    return partsOf(fresh);
  } finally {
    fresh.close();
  }
}

function requireExactly(wanted: Part[], parts: Part[]): void {
  const missing = new Map(wanted.map((part) => [part.whole, part]));
  const foreign = parts.filter(({ whole, sql }) => !missing.delete(whole) && !harmless.test(sql));
  const lost = [...missing.values()].filter(({ sql }) => !sql.includes(progressTable));
  const found = [
    ...(foreign.length > 0 ? [`has what Rockola did not make (${listed(foreign)})`] : []),
    ...(lost.length > 0 ? [`lacks what Rockola made (${listed(lost)})`] : []),
  ];
  if (found.length === 0) return;
  throw lastingRefusal(
    `The store ${found.join(' and ')}, and nothing was changed. Undo that in a copy with the sqlite3 shell, such as "drop trigger NAME", or take another backup.`,
  );
}

function listed(parts: Part[]): string {
  const names = parts.map(({ called }) => called);
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? [`${names.length - maxNames} more`] : [])].join(', ');
}
