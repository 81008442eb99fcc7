import { StartRefused } from '../../model/startRefused.ts';
import { checksumOf, type Migration, migrationTable, pendingMigrations } from '../migrations.ts';
import { progressTable, unfinishedMove } from '../move/progress.ts';
import type { Connection } from './database.ts';

/**
 * Brings the schema up to date. Each migration and its row in `migration` are one transaction, so a kill at any point
 * leaves it wholly applied or not at all.
 *
 * @throws StartRefused where the store is not for this program, or a move left it incomplete
 */
export function migrate(connection: Connection, migrations: Migration[]): void {
  const { database } = connection;
  if (connection.get(`select 1 as found from sqlite_schema where name = '${progressTable}'`)) throw new StartRefused(unfinishedMove);
  const hasTable = connection.get(`select 1 as found from sqlite_schema where name = 'migration'`);
  const applied = hasTable ? connection.all('select number, checksum from migration order by number') : [];
  const pending = pendingMigrations(
    migrations,
    applied.map((row) => ({ number: Number(row.number), checksum: String(row.checksum) })),
  );
  for (const migration of pending) {
    database.transaction(() => {
      database.run(migrationTable);
      database.run(migration.sql);
      connection.run(
        'insert into migration (number, name, checksum, applied_at) values ($1, $2, $3, $4)',
        migration.number,
        migration.name,
        checksumOf(migration),
        Date.now(),
      );
    })();
  }
}
