import { Database } from 'bun:sqlite';
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartRefused } from '../../model/startRefused.ts';
import { publishNew } from '../durable.ts';
import { fileRefusal } from '../fileRefusal.ts';
import { requireStore } from './database.ts';

/**
 * Writes a consistent copy of a store that may be in use. The copy has every change that was answered before this began. It gets its name
 * only once it is complete and synced.
 *
 * @throws StartRefused where the store does not exist, or the name is taken
 */
export function backupSqlite(path: string, target: string): void {
  requireStore(path);
  requireFree(target);
  removeUnfinished(target);
  // Two backups to one name must not write into the same file.
  const unfinished = `${target}.${process.pid}.unfinished`;
  try {
    copyInto(openSource(path), unfinished);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(
      `The backup could not be written (${(error as Error).message}). Check that ${dirname(target)} is writable and has room.`,
    );
  }
  if (!publishNew(unfinished, target)) throw new StartRefused(`${target} was written by another backup meanwhile. Choose another name.`);
}

/** Copies the newest commit of a database that may be in use, and closes it. */
export function copyInto(source: Database, target: string): void {
  try {
    source.run('pragma busy_timeout = 5000');
    source.run('pragma trusted_schema = off');
    source.query('vacuum into ?').run(target);
  } finally {
    source.close();
  }
}

function openSource(path: string): Database {
  try {
    return new Database(path, { readonly: true });
  } catch (error) {
    throw fileRefusal(path, error) ?? error;
  }
}

/** SQLite would use a log or journal of that name with the new file (https://sqlite.org/howtocorrupt.html, section 1.4). */
function requireFree(target: string): void {
  const taken = ['', '-wal', '-journal'].map((suffix) => target + suffix).find(isTaken);
  if (taken) throw new StartRefused(`${taken} is there already. Choose another name, or move it away first.`);
}

/** A link counts as taken even if its target is missing. */
function isTaken(name: string): boolean {
  try {
    return lstatSync(name, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw fileRefusal(name, error) ?? error;
  }
}

/** Deletes the files that killed backups left, of this name and of names that begin with it. */
export function removeUnfinished(target: string): void {
  for (const name of existsSync(dirname(target)) ? readdirSync(dirname(target)) : []) {
    const pid = name.startsWith(basename(target)) && /\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(dirname(target), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
