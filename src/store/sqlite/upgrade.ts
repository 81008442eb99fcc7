import { StartRefused } from '../../model/startRefused.ts';
import { demandCurrent, type Migration, pendingMigrations } from '../migrations.ts';
import type { Report } from '../store.ts';
import { backupSqlite } from './backup.ts';
import { type Connection, demandStore, openConnection } from './database.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/**
 * Brings a store that no other process uses up to date, or makes it. What is in it already is copied first, so that there is
 * a way back.
 *
 * @param report called for each step
 * @throws StartRefused where the store is not for this program, or cannot be used
 */
export function upgradeSqlite(path: string, report: Report): void {
  using(path, 'write', (connection) => {
    const applied = appliedMigrations(connection);
    if (applied.length > 0 && pendingMigrations(migrations, applied).length > 0) keepCopy(path, applied.length, report);
    migrate(connection, migrations, applied.length > 0 ? report : undefined);
    // A killed server may have written a commit that it did not live to sync: it is seen again, so it must be certain first.
    connection.database.run('pragma wal_checkpoint');
  });
}

function keepCopy(path: string, schema: number, report: Report): void {
  const copy = `${path}.schema-${schema}-${new Date().toISOString().replaceAll(':', '-')}`;
  report(`the schema changes from ${schema} to ${migrations.length}; first the store is copied to ${copy}`, 'info');
  backupSqlite(path, copy);
}

/** @throws StartRefused where there is no store, or it has not the schema of this program */
export function demandCurrentSqlite(path: string): void {
  demandStore(path);
  using(path, 'read', (connection) => demandCurrent(migrations, appliedMigrations(connection)));
}

/** What a store still needs, in order. @throws StartRefused where there is none, or it is not for this program */
export function pendingSqlite(path: string): Migration[] {
  demandStore(path);
  return using(path, 'read', (connection) => pendingMigrations(migrations, appliedMigrations(connection)));
}

function using<T>(path: string, access: 'read' | 'write', work: (connection: Connection) => T): T {
  let connection: Connection | undefined;
  try {
    connection = openConnection(path, access);
    return work(connection);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(
      `The store ${path} cannot be opened (${(error as Error).message}). Check the file and the rights on it, or name another with DATABASE_URL.`,
    );
  } finally {
    connection?.close();
  }
}
