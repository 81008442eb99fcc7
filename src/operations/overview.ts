import { type BackupNote, readBackupNote } from '../store/backupNote.ts';
import type { DatabaseAddress } from '../store/open.ts';

export function readTotals(reader: Reader, _input: null): Promise<store.Totals> {
  return store.readTotals(reader);
}

/** The last backups of a SQLite file; undefined on PostgreSQL. */
export function lastBackup(database: DatabaseAddress): BackupNote | undefined {
  return database.engine === 'sqlite' ? readBackupNote(database.path) : undefined;
}
