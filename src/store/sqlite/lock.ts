import { Database } from 'bun:sqlite';
import { dirname } from 'node:path';
import { StartRefused } from '../../model/startRefused.ts';
import { makeFolder } from '../durable.ts';

/**
 * Locks a store file for this process. The lock is SQLite's own on a file next to the store, which the operating
 * system drops with the process, however it ends, so there is nothing stale to clean up. Makes the folder where it is missing.
 *
 * @returns what releases the lock, or undefined where another process has it
 */
export function lockStore(path: string): (() => void) | undefined {
  makeFolderOf(path);
  const lock = new Database(`${path}.lock`, { create: true, readwrite: true });
  try {
    lock.run('begin exclusive');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw new StartRefused(`The lock file ${path}.lock cannot be used (${String(error)}). Check that the folder is writable.`);
  }
  return () => lock.close();
}

/** @returns what releases the lock @throws StartRefused where another process has it */
export function demandLock(path: string): () => void {
  const release = lockStore(path);
  if (release) return release;
  throw new StartRefused(`Another Rockola is using ${path}. Stop it first, or name another store with DATABASE_URL=sqlite:FILE.`);
}

function makeFolderOf(path: string): void {
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw new StartRefused(
      `The folder of ${path} cannot be made (${(error as Error).message}). Make it, or name another store with DATABASE_URL.`,
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}
