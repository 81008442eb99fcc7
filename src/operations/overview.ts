import { type BackupNote, readBackupNote } from '../store/backupNote.ts';
import type { DatabaseAddress } from '../store/open.ts';

/** The last backups of a SQLite file; undefined on PostgreSQL. */
export function lastBackup(database: DatabaseAddress): BackupNote | undefined {
  return database.engine === 'sqlite' ? readBackupNote(database.path) : undefined;
}
