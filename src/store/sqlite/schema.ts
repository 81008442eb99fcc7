import { Database } from 'bun:sqlite';
import { lastingRefusal } from '../../model/startRefused.ts';
import { type AppliedMigration, lackingRows, type Migration, migrationTable, pendingMigrations, requireRows } from '../migrations.ts';
import { migrations } from './migrations.ts';

/** A row of `sqlite_schema`: its name for messages, its SQL, and the whole row as one text. */
type Part = { called: string; sql: string; whole: string };

/** Tables that `analyze` or Litestream adds. They hold only values. */
const addedByTools =
  /^CREATE TABLE (sqlite_stat[14]\([\w,]+\)|_litestream_seq \(id INTEGER PRIMARY KEY, seq INTEGER\)|_litestream_lock \(id INTEGER\))$/;

/** The most names that a refusal lists. */
const maxNames = 5;
/** The most characters of such a name. */
const maxNameLength = 60;

/**
 * The applied migrations of a store, in order. Runs nothing from the file: a trigger, view or table that no migration created is refused
 * before anything is read through it.
 *
 * @throws StartRefused where the store is newer than the program, its schema differs from that of these migrations, or rows that they
 * insert are missing
 */
export function appliedMigrations({ database }: { database: Database }): AppliedMigration[] {
  const parts = partsOf(database);
  if (parts.length === 0) return [];
  const expected = inNewStore([], partsOf).find(({ called }) => called === 'table migration');
  if (!parts.some(({ whole }) => whole === expected?.whole))
    throw lastingRefusal('The file is no store of Rockola, and nothing was changed. Name another file, or move this one away.');
  const rows = database.query<Record<string, unknown>, []>('select number, checksum from migration order by number').all();
  const applied = rows.map((row) => ({ number: Number(row.number), checksum: String(row.checksum) }));
  pendingMigrations(migrations, applied);
  requireExactly(inNewStore(migrations.slice(0, applied.length), partsOf), parts);
  if (applied.length === migrations.length) requireRows(database.query<{ name: unknown }, []>(lackingRows('sqlite')).all());
  return applied;
}

function partsOf(database: Database): Part[] {
  return database
    .query('select type, name, tbl_name, sql from sqlite_schema')
    .values()
    .map((row) => ({ called: `${row[0]} ${String(row[1]).slice(0, maxNameLength)}`, sql: String(row[3]), whole: JSON.stringify(row) }));
}

/** Reads from a new store with these migrations, in memory. */
export function inNewStore<T>(applied: Migration[], read: (database: Database) => T): T {
  const fresh = new Database(':memory:');
  try {
    for (const sql of [migrationTable, ...applied.map(({ sql }) => sql)]) fresh.run(sql);
    return read(fresh);
  } finally {
    fresh.close();
  }
}

function requireExactly(wanted: Part[], parts: Part[]): void {
  const missing = new Map(wanted.map((part) => [part.whole, part]));
  const foreign = parts.filter(({ whole, sql }) => !missing.delete(whole) && !addedByTools.test(sql));
  const lost = [...missing.values()];
  const found = [
    ...(foreign.length > 0 ? [`has parts that Rockola did not make (${listed(foreign)})`] : []),
    ...(lost.length > 0 ? [`lacks parts that Rockola made (${listed(lost)})`] : []),
  ];
  if (found.length === 0) return;
  throw lastingRefusal(
    `The store ${found.join(' and ')}. Nothing was changed. Correct a copy with the sqlite3 shell, for example by "drop trigger NAME", or use another backup.`,
  );
}

function listed(parts: Part[]): string {
  const names = parts.map(({ called }) => called);
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? [`${names.length - maxNames} more`] : [])].join(', ');
}
