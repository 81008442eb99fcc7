import { type BackupNote, readBackupNote } from '../store/backupNote.ts';
import type { DatabaseAddress } from '../store/open.ts';
import * as store from '../store/overview.ts';
import type { Reader } from '../store/store.ts';

/** How much there is, for administrators. */
export function readOverview(reader: Reader, _input: null): Promise<store.Overview> {
  return store.readOverview(reader);
}

/** The last backups of a SQLite file; undefined on PostgreSQL. */
export function lastBackup(database: DatabaseAddress): BackupNote | undefined {
  return database.engine === 'sqlite' ? readBackupNote(database.path) : undefined;
}
