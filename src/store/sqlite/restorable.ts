import { Database } from 'bun:sqlite';
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { StartRefused } from '../../model/startRefused.ts';
import { requireFile } from '../fileRefusal.ts';
import { copyInto } from './backup.ts';
import { openConnection, sizeOf } from './database.ts';
import { integrityFaults } from './integrity.ts';
import { appliedMigrations } from './schema.ts';

/**
 * Checks that the backup exists, and that a log next to it belongs to it.
 *
 * @throws StartRefused where a restore could lose an answered write
 */
export function requireRestorable(backup: string, path: string): void {
  requireFile(backup, `There is no file ${backup}. Name the backup to restore.`);
  if (existsSync(path) && isSameFile(backup, path)) throw cannot(backup, 'it is the store itself. Name the backup to restore');
  if (sizeOf(`${backup}-journal`) > 0)
    throw cannot(
      backup,
      `a transaction in ${backup}-journal next to it is unfinished. Open it with the program that wrote it, or take another backup`,
    );
  if (sizeOf(`${backup}-wal`) > 0 && !hasLog(backup))
    throw cannot(
      backup,
      `it keeps no log, so ${backup}-wal belongs to another file. Move the one that does not belong here away, and restore again`,
    );
}

/**
 * Copies a store with its log. If a program is using it, the log's index is next to it (https://sqlite.org/wal.html, section 2.2); then
 * SQLite makes the copy, so that it is consistent.
 */
export function copyWhole(from: string, to: string): void {
  const isUsed = () => existsSync(`${from}-shm`);
  try {
    if (!isUsed()) copyFiles(from, to);
    if (isUsed()) copySnapshot(from, to);
  } catch (error) {
    throw cannot(from, `${(error as Error).message}. Check that there is room for a copy, or take another backup`);
  }
}

function copyFiles(from: string, to: string): void {
  copyFileSync(from, to);
  if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
}

function copySnapshot(from: string, to: string): void {
  for (const suffix of ['', '-wal']) rmSync(to + suffix, { force: true });
  copyInto(new Database(from, { readonly: true }), to);
}

/** @param name of the copy, for messages @throws StartRefused where it is damaged, or not a store that this program can upgrade */
export function requireStoreOfOurs(copy: string, name: string): void {
  let damage: string | undefined;
  try {
    damage = damageOf(copy);
  } catch (error) {
    if (error instanceof StartRefused) throw new StartRefused(`${name} cannot be restored. ${error.message}`);
    damage = (error as Error).message;
  } finally {
    for (const suffix of ['-wal', '-shm']) rmSync(copy + suffix, { force: true });
  }
  if (damage) throw cannot(name, `${damage}. Take another backup`);
}

function damageOf(copy: string): string | undefined {
  const connection = openConnection(copy, 'write');
  try {
    if (appliedMigrations(connection).length === 0) return 'it is no store of Rockola';
    const [damage] = integrityFaults(connection.database);
    if (damage) return damage;
    connection.database.run('pragma wal_checkpoint(truncate)');
  } finally {
    connection.close();
  }
}

function isSameFile(a: string, b: string): boolean {
  const [first, second] = [statSync(a, { bigint: true }), statSync(b, { bigint: true })];
  return first.dev === second.dev && first.ino === second.ino;
}

/** By the "file format read version" in its head (https://sqlite.org/fileformat.html, section 1.3.3). */
function hasLog(path: string): boolean {
  const head = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    return readSync(file, head, 0, head.length, 0) === head.length && head[19] === 2;
  } finally {
    closeSync(file);
  }
}

function cannot(name: string, why: string): StartRefused {
  return new StartRefused(`${name} cannot be restored: ${why}; nothing was changed.`);
}
