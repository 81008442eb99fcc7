import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isKind, numberedKinds } from '../../model/record.ts';
import { StartRefused } from '../../model/startRefused.ts';
import { makeFolder } from '../durable.ts';
import { requireFile } from '../fileRefusal.ts';
import { type Connection, openConnection } from '../sqlite/database.ts';
import { lockStore } from '../sqlite/lock.ts';
import { migrate } from '../sqlite/migrate.ts';
import { migrations } from '../sqlite/migrations.ts';
import { appliedMigrations } from '../sqlite/schema.ts';
import { nextChangeset } from '../sqlite/transaction.ts';
import type { Row } from '../store.ts';
import { type End, idKinds, type NextIds, type Side } from './end.ts';
import { columnList, type Table } from './tables.ts';

/** Locks the store file. A missing target is created. @throws StartRefused */
export function openSqliteEnd(path: string, side: Side): End {
  if (side === 'source') requireFile(path, `There is no store at ${path}. Correct DATABASE_URL.`);
  let release: (() => void) | undefined;
  try {
    if (side === 'target') makeFolder(dirname(path));
    release = lockStore(path);
    if (!release) throw new StartRefused(`${path} is in use. Stop the service first, then run the same command again.`);
    return openLocked(path, side, release);
  } catch (error) {
    release?.();
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(`${path} cannot be used (${(error as Error).message}). Check the file, its folder and the rights on them.`);
  }
}

/** Identifies a file, whatever path is used for it; undefined if it does not exist. */
export function placeOfSqlite(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

function openLocked(path: string, side: Side, release: () => void): End {
  const connection = openConnection(path, side === 'source' ? 'read' : 'write');
  const { all, run } = connection;
  try {
    if (appliedMigrations(connection).length === 0 && side === 'target') migrate(connection, migrations);
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    name: path,
    engine: 'sqlite',
    migrations,
    byBytes: '',
    applied: () => appliedMigrations(connection),
    all,
    run,
    inTransaction: (work) => inTransaction(connection, work),
    insert: (table, rows) => insert(connection, table, rows),
    numberRevisions() {},
    nextIds: () => nextIds(connection),
    setNextIds: (next) => setNextIds(connection, next),
    tidy() {},
    close() {
      connection.close();
      release();
    },
  };
}

async function inTransaction({ database, run }: Connection, work: () => Promise<boolean>): Promise<void> {
  run('begin immediate');
  try {
    if (await work()) run('commit');
  } finally {
    if (database.inTransaction) run('rollback');
  }
}

function insert(connection: Connection, table: Table, rows: Row[]): void {
  const places = table.columns.map((_, i) => `$${i + 1}`).join(', ');
  const sql = `insert into "${table.name}" (${columnList(table)}) values (${places})`;
  for (const row of rows) connection.run(sql, ...table.columns.map(({ name }) => row[name] ?? null));
}

/** Each kind of record has its own row in `sequence`. For other tables SQLite stores the last id. */
function nextIds(connection: Connection): NextIds {
  const rows = connection.all(
    `select kind, next from sequence union all select name, seq + 1 from sqlite_sequence union all select 'changeset', ${nextChangeset}`,
  );
  const known = new Map(rows.map(({ kind, next }) => [kind, next as bigint]));
  return Object.fromEntries(idKinds.map((kind) => [kind, known.get(kind) ?? 1n])) as NextIds;
}

function setNextIds({ run }: Connection, ids: NextIds): void {
  for (const kind of numberedKinds) run('update sequence set next = $1 where kind = $2', ids[kind], kind);
  run('update changeset set ahead = $1 - 1 - (select coalesce(max(seq), 0) from revision)', ids.changeset);
  for (const name of idKinds.filter((name) => name !== 'changeset' && !isKind(name))) {
    const next = ids[name];
    run('delete from sqlite_sequence where name = $1', name);
    // SQLite has no row for a table that has not had an id yet.
    if (next > 1n) run('insert into sqlite_sequence (name, seq) values ($1, $2)', name, next - 1n);
  }
}
