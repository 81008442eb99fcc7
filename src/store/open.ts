import type { Migration } from './migrations.ts';
import { openSqlite, openSqliteReadOnly, type SqliteOptions } from './sqlite/engine.ts';
import { requireLock } from './sqlite/lock.ts';
import { pendingSqlite, upgradeSqlite } from './sqlite/upgrade.ts';
import type { CommitObserver, Report, Store } from './store.ts';

/** A file of this machine, or a database of a PostgreSQL server. */
export type DatabaseAddress = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };

/** `threads` are for SQLite, `poolSize` is for PostgreSQL; `readers` is the number of slow reads at once. */
export type StoreOptions = Omit<SqliteOptions, 'path'> & { database: DatabaseAddress; poolSize: number };

/** Opens the store to serve it, after creating or upgrading it where needed. @throws StartRefused */
export async function openStore({ database, ...others }: StoreOptions): Promise<Store> {
  // The commit is durable, so a failure to count it must not fail its answers.
  const onCommit: CommitObserver = (...commit) => {
    try {
      others.onCommit?.(...commit);
    } catch (error) {
      others.report(`a commit was not counted: ${error}`);
    }
  };
  const options = { ...others, onCommit };
  if (database.engine === 'sqlite') return openSqlite({ ...options, path: database.path });
  return (await postgres()).servePostgres({ ...options, url: database.url });
}

// Imported only for a store on PostgreSQL: each import takes memory and time.
const postgres = () => import('./postgres/engine.ts');
const postgresStart = () => import('./postgres/start.ts');

/**
 * Opens an existing store for reading, while a server may be using it.
 *
 * @param report called with messages for the operator
 * @throws StartRefused where it does not exist
 */
export async function openStoreToRead(database: DatabaseAddress, report: Report): Promise<Store> {
  if (database.engine === 'sqlite') return openSqliteReadOnly(database.path);
  return (await postgres()).openPostgres({ url: database.url, poolSize: 2, readers: 1, create: false, report });
}

/** The name of a store in messages, without its password. */
export function describeAddress(database: DatabaseAddress): string {
  if (database.engine === 'sqlite') return database.path;
  const { hostname, port, pathname } = new URL(database.url);
  return `PostgreSQL ${hostname}:${port || 5432}${pathname}`;
}

/** The pending migrations of a store, in order. @throws StartRefused where it does not exist */
export async function pendingMigrations(database: DatabaseAddress): Promise<Migration[]> {
  return database.engine === 'sqlite' ? pendingSqlite(database.path) : (await postgresStart()).pendingPostgres(database.url);
}

/**
 * Upgrades an existing store, while no server uses it.
 *
 * @param report called for each step
 * @throws StartRefused
 */
export async function upgradeStore(database: DatabaseAddress, report: Report): Promise<void> {
  if (database.engine === 'postgres') return (await postgresStart()).upgradePostgres(database.url, report);
  const release = requireLock(database.path);
  try {
    upgradeSqlite(database.path, report);
  } finally {
    release();
  }
}
