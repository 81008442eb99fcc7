import { Database } from 'bun:sqlite';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { StartRefused } from '../../model/startRefused.ts';
import { publish } from '../durable.ts';
import { listRedactionsBeside } from '../redactionList.ts';
import { requireLock } from './lock.ts';
import { copyWhole, requireRestorable, requireStoreOfOurs } from './restorable.ts';
import { type FormerValues, secureRestored } from './restored.ts';

/** The new name of the former store, if it existed, and the values that could be read from it. */
export type Restored = FormerValues & { former: string | undefined };

/**
 * Checks a backup, with the log next to it, and replaces the store by it. The former store is renamed, and its redactions are listed.
 *
 * @throws StartRefused where a server uses the store, or the backup is damaged
 */
export function restoreSqlite(backup: string, path: string, now: Date): Restored {
  requireRestorable(backup, path);
  const release = requireLock(path);
  const unfinished = `${path}.unfinished`;
  try {
    copyWhole(backup, unfinished);
    requireStoreOfOurs(unfinished, backup);
    const former = existsSync(path) ? `${path}.before-${now.toISOString().replaceAll(':', '-')}` : undefined;
    const isReadable = former !== undefined && checkpointLog(path);
    const formerValues = secureRestored(unfinished, isReadable ? path : undefined, now.getTime());
    // Listed before the store is replaced: a restore that is killed in between must not lose them.
    if (formerValues.redactions?.length) listRedactionsBeside(path, formerValues.redactions);
    if (former) {
      // A second name, not a rename: if the store were missing for a moment, a start would create a new one.
      linkSync(path, former);
      if (!isReadable && existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${former}-wal`);
    }
    // A log of the former store would damage the new file: https://sqlite.org/howtocorrupt.html, section 1.4.
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    publish(unfinished, path);
    return { former, ...formerValues };
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true });
    release();
  }
}

/**
 * Writes the log into the file (a checkpoint), so that the file alone is the former store.
 *
 * @returns false if the file is too damaged for that
 * @throws StartRefused where another process reads it, since the checkpoint would stop at the snapshot of that reader
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
