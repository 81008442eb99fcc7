import { Database } from 'bun:sqlite';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { StartRefused } from '../../model/startRefused.ts';
import { publish } from '../durable.ts';
import { lockStore } from './lock.ts';
import { copyWhole, requireRestorable, requireStoreOfOurs } from './restorable.ts';
import { settleRestored } from './restored.ts';
import type { TakenOver } from './takeOver.ts';

/** The name the former store was given, where there was one, and what the restored one took over from it, where that could be read. */
export type Restored = { former: string | undefined; takenOver: TakenOver | undefined };

/**
 * Puts a backup in a store's place, after checking that it is whole; what is in a log next to it belongs to it. What was
 * there before is kept.
 *
 * @throws StartRefused where a server uses the store, or the backup is no whole store
 */
export function restoreSqlite(backup: string, path: string, now: Date): Restored {
  requireRestorable(backup, path);
  const release = lockStore(path);
  if (!release) throw new StartRefused(`A server is using ${path}. Stop it first.`);
  const unfinished = `${path}.unfinished`;
  try {
    copyWhole(backup, unfinished);
    requireStoreOfOurs(unfinished, backup);
    const former = existsSync(path) ? `${path}.before-${now.toISOString().replaceAll(':', '-')}` : undefined;
    const whole = former !== undefined && checkpointLog(path);
    const takenOver = settleRestored(unfinished, whole ? path : undefined, now.getTime());
    if (former) {
      // A second name, not a new one: at no moment is there no store, which the next start would take for a first one.
      linkSync(path, former);
      if (!whole && existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${former}-wal`);
    }
    // What an old log next to the new file would do to it is in https://sqlite.org/howtocorrupt.html, section 1.4.
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    publish(unfinished, path);
    return { former, takenOver };
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true });
    release();
  }
}

/**
 * Brings what is only in the log into the file, so that the file alone is the whole former store.
 *
 * @returns false where the file is too damaged for that
 * @throws StartRefused where someone reads it, since what came after that began would be left out
 */
function checkpointLog(path: string): boolean {
  const database = new Database(path);
  try {
    const { busy } = database.query('pragma wal_checkpoint(truncate)').get() as { busy: number };
    if (busy === 0) return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
  throw new StartRefused(`${path} is being read. Wait until the backup or check of it is done, and restore again; nothing was changed.`);
}
