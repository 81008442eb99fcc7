import { Database } from 'bun:sqlite';
import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartRefused } from '../../model/startRefused.ts';
import { makeFolder } from '../durable.ts';
import { codeOf, fileRefusal } from '../fileRefusal.ts';
import { isThere, sizeOf } from './database.ts';

const busy = 'SQLITE_BUSY';

/**
 * Locks a store for this process, by a lock of SQLite on a file next to it. The operating system releases the lock when the process ends,
 * so no stale lock remains. Creates a missing folder.
 *
 * @returns a function that releases the lock, or undefined if another process has it
 */
export function lockStore(path: string): (() => void) | undefined {
  makeFolderOf(path);
  const file = requirePlain(path);
  let lock: Database | undefined;
  try {
    const opened = new Database(file, { create: true, readwrite: true });
    lock = opened;
    // SQLite opens a read-only file without an error, and then takes no lock.
    accessSync(file, constants.W_OK);
    // On a full disk there is no room for a journal, and the service must still start for reading.
    opened.run('pragma journal_mode = memory');
    opened.run('begin exclusive');
    return () => opened.close();
  } catch (error) {
    lock?.close();
    if (codeOf(error) === busy) return undefined;
    throw troubleOf(file, error);
  }
}

/**
 * @param orElse what else the message advises
 * @returns a function that releases the lock
 * @throws StartRefused where another process has it
 */
export function requireLock(path: string, orElse = ''): () => void {
  const release = lockStore(path);
  if (release) return release;
  throw new StartRefused(`Another Rockola is using ${path}. Stop it first${orElse}.`);
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

/** Checks that the lock file can be used, without creating or changing anything. @throws StartRefused */
export function lookAtLock(path: string): void {
  const file = requirePlain(path);
  if (sizeOf(file) === 0) return;
  try {
    const lock = new Database(file, { readonly: true });
    try {
      lock.run('select 1 from sqlite_schema');
    } finally {
      lock.close();
    }
  } catch (error) {
    if (codeOf(error) !== busy) throw troubleOf(file, error);
  }
}

/** @returns the lock file @throws StartRefused */
function requirePlain(path: string): string {
  isThere(path);
  requireOneName(path);
  const file = `${path}.lock`;
  // A link could create a file elsewhere, or name the lock of another store.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new StartRefused(`The lock file ${file} is a symbolic link, which is not followed. Remove it.`);
  return file;
}

function troubleOf(file: string, error: unknown): StartRefused {
  return (
    fileRefusal(file, error) ?? new StartRefused(`The lock file ${file} cannot be used (${String(error)}). Delete it, and start again.`)
  );
}

/** A second name of the file would have its own lock and log (https://sqlite.org/howtocorrupt.html, section 2.4). */
function requireOneName(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.nlink ?? 1) > 1)
    throw new StartRefused(
      `${path} is a file with more than one name (a hard link), and each could be served at once. Remove the other; to find it: find / -xdev -samefile ${path}`,
    );
}
