import { Database } from 'bun:sqlite';
import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartRefused } from '../../model/startRefused.ts';
import { publish } from '../durable.ts';
import { openConnection } from './database.ts';
import { demandStore } from './engine.ts';
import { claim } from './lock.ts';

/**
 * Writes a consistent copy of a store that may be in use: every change answered before this began is in it. The copy takes
 * its name only when it is whole and on the disk.
 *
 * @throws StartRefused where there is no store, or the name is taken
 */
export function backupSqlite(path: string, target: string): void {
  demandStore(path);
  if (existsSync(target)) throw new StartRefused(`${target} is there already. Choose another name, or move it away first.`);
  removeLeftovers(target);
  const unfinished = unfinishedName(target);
  const source = new Database(path, { readonly: true });
  try {
    source.run('pragma busy_timeout = 5000');
    source.query('vacuum into ?').run(unfinished);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new StartRefused(
      `The backup could not be written (${(error as Error).message}). Check that ${dirname(target)} is writable and has room.`,
    );
  } finally {
    source.close();
  }
  if (existsSync(target)) {
    rmSync(unfinished);
    throw new StartRefused(`${target} was written by another backup meanwhile. Choose another name.`);
  }
  publish(unfinished, target);
}

/** Two backups to one name must not write into the same file. */
function unfinishedName(target: string): string {
  return `${target}.${process.pid}.unfinished`;
}

/** Removes what backups to this name left behind that were killed. */
function removeLeftovers(target: string): void {
  for (const name of existsSync(dirname(target)) ? readdirSync(dirname(target)) : []) {
    const pid = name.startsWith(`${basename(target)}.`) && /\.(\d+)\.unfinished$/.exec(name)?.[1];
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

/**
 * Puts a backup in a store's place, after checking that it is whole. What was there is kept beside it.
 *
 * @returns the name the former store was given, or undefined where there was none
 * @throws StartRefused where a server uses the store, or the backup is no whole store
 */
export function restoreSqlite(backup: string, path: string, now: Date): string | undefined {
  if (!existsSync(backup)) throw new StartRefused(`There is no file ${backup}. Name the backup to restore.`);
  const release = claim(path);
  if (!release) throw new StartRefused(`A server is using ${path}. Stop it first.`);
  const unfinished = `${path}.unfinished`;
  try {
    copyFileSync(backup, unfinished);
    demandWhole(unfinished, backup);
    const former = existsSync(path) ? `${path}.before-${now.toISOString().replaceAll(':', '-')}` : undefined;
    if (former) {
      const whole = foldLog(path);
      // A second name, not a new one: at no moment is there no store, which the next start would take for a first one.
      linkSync(path, former);
      if (!whole && existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${former}-wal`);
    }
    // What an old log beside the new file would do to it is in https://sqlite.org/howtocorrupt.html, section 1.4.
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    publish(unfinished, path);
    return former;
  } finally {
    rmSync(unfinished, { force: true });
    release();
  }
}

function demandWhole(copy: string, name: string): void {
  let damage = '';
  try {
    const connection = openConnection(copy, 'write');
    damage = String(connection.get('pragma integrity_check')?.integrity_check);
    if (!connection.get(`select 1 as found from sqlite_schema where name = 'change'`)) damage = 'it holds no catalogue';
    connection.database.run('pragma wal_checkpoint(truncate)');
    connection.database.close();
  } catch (error) {
    damage = (error as Error).message;
  }
  for (const suffix of ['-wal', '-shm']) rmSync(copy + suffix, { force: true });
  if (damage === 'ok') return;
  throw new StartRefused(`${name} cannot be restored: ${damage}. Take another backup; nothing was changed.`);
}

/**
 * Brings what is only in the log into the file, so that the file alone is the whole former store.
 *
 * @returns false where the file is too damaged for that
 * @throws StartRefused where someone reads it, since what came after that began would be left out
 */
function foldLog(path: string): boolean {
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
