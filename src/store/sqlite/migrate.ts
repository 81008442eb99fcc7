import { SQLiteError } from 'bun:sqlite';
import { lastingRefusal } from '../../model/startRefused.ts';
import { checksumOf, doneMessage, failed, type Migration, migrationTable, pendingMigrations } from '../migrations.ts';
import type { Report } from '../store.ts';
import type { Connection } from './database.ts';
import { appliedMigrations } from './schema.ts';

/**
 * Each migration and its row in `migration` are one transaction, and a new store is created in one. So after a crash a migration is applied
 * or not applied, never half.
 *
 * @param report called after each migration
 * @param applied the applied migrations, if the caller has read them: reading compares the schema, which takes 20 ms
 * @throws StartRefused where the store does not fit this program
 */
export function migrate(connection: Connection, migrations: Migration[], report?: Report, applied = appliedMigrations(connection)): void {
  const { database } = connection;
  const pending = pendingMigrations(migrations, applied);
  const apply = database.transaction((migration: Migration) => run(connection, migration));
  // One transaction for all: half of a new store would look like one of an older program.
  if (applied.length === 0) {
    database.transaction(() => {
      for (const migration of pending) {
        apply(migration);
        if (migration.inNewStore) database.run(migration.inNewStore);
      }
    })();
    return;
  }
  for (const migration of pending) {
    const start = performance.now();
    try {
      apply(migration);
    } catch (error) {
      throw notApplied(migration, error);
    }
    report?.(doneMessage(migration, start), 'info');
  }
}

/** Refuses a migration that the data do not allow. Other errors, such as a full disk, stay as they are. */
function notApplied(migration: Migration, error: unknown): unknown {
  if (!(error instanceof SQLiteError) || !/^SQLITE_(ERROR|CONSTRAINT|MISMATCH)/.test(String(error.code))) return error;
  return lastingRefusal(failed(migration, error));
}

function run(connection: Connection, migration: Migration): void {
  connection.database.run(migrationTable);
  connection.database.run(migration.sql);
  connection.run(
    'insert into migration (number, name, checksum, applied_at) values ($1, $2, $3, $4)',
    migration.number,
    migration.name,
    checksumOf(migration),
    Date.now(),
  );
}
