import { constants as constantsOfSqlite, Database } from 'bun:sqlite';
import { accessSync, constants, existsSync, lstatSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lastingRefusal, StartRefused } from '../../model/startRefused.ts';
import { fileRefusal, isDiskFull, requireRoom } from '../fileRefusal.ts';
import { type Migration, pendingMigrations, requireCurrent } from '../migrations.ts';
import type { Report } from '../store.ts';
import { backupSqlite, removeUnfinished } from './backup.ts';
import { type Connection, isThere, openConnection, requireStore, sizeOf } from './database.ts';
import { lookAtLock } from './lock.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { fullDisk } from './reserve.ts';
import { appliedMigrations } from './schema.ts';

/**
 * Creates or upgrades a store; no other process may use it. The store is copied before a migration, so that it can be restored.
 *
 * @param report called for each step
 * @throws StartRefused where the store does not fit this program, or cannot be used
 */
export function upgradeSqlite(path: string, report: Report): void {
  requireNotEmptied(path);
  withConnection(path, 'write', (connection) => {
    const applied = appliedMigrations(connection);
    const isOlder = applied.length > 0 && pendingMigrations(migrations, applied).length > 0;
    const copy = isOlder ? copyBefore(path, applied.length, report) : undefined;
    try {
      migrate(connection, migrations, isOlder ? report : undefined, applied);
    } catch (error) {
      // The migration failed. A service that restarts repeatedly must not fill the disk with copies.
      if (copy && appliedMigrations(connection).length === applied.length) rmSync(copy);
      throw error;
    }
    makeDurable(connection, report);
  });
}

/**
 * A killed server may have written a commit without syncing it. This program will see it, so it is made durable first: a checkpoint syncs
 * the log, then copies it into the file. If the disk is too full for the copy only, reading is safe.
 */
function makeDurable({ database }: Connection, report: Report): void {
  try {
    database.run('pragma wal_checkpoint');
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    report(fullDisk, 'warn');
  }
}

/** @returns the copy */
function copyBefore(path: string, schema: number, report: Report): string {
  const series = `${path}.schema-${schema}-`;
  removeUnfinished(series);
  const copy = series + new Date().toISOString().replaceAll(':', '-');
  report(`the schema changes from ${schema} to ${migrations.length}; first the store is copied to ${copy}`, 'info');
  backupSqlite(path, copy);
  return copy;
}

/** @throws StartRefused where the store does not exist, or its schema is not that of this program */
export function requireCurrentSqlite(path: string): void {
  requireStore(path);
  withConnection(path, 'read', (connection) => requireCurrent(migrations, appliedMigrations(connection)));
}

/** The pending migrations, in order. @throws StartRefused where the store does not exist, or does not fit this program */
export function pendingSqlite(path: string): Migration[] {
  requireStore(path);
  return withConnection(path, 'read', (connection) => pendingMigrations(migrations, appliedMigrations(connection)));
}

/**
 * The pending migrations, in order, without creating or changing a file; undefined if the store does not exist yet.
 *
 * @throws StartRefused where a start would be refused
 */
export function lookAtSqlite(path: string): Migration[] | undefined {
  lookAtLock(path);
  const socket = `${path}.sock`;
  if (lstatSync(socket, { throwIfNoEntry: false })?.isDirectory())
    throw new StartRefused(`${socket} is a folder, where the service makes a socket. Remove it, or move it away.`);
  if (!isThere(path)) return requireRoomFor(path);
  requireNotEmptied(path);
  const missing = [`${path}-wal`, `${path}-shm`, `${path}.lock`].filter((file) => !existsSync(file));
  // A start deletes the reserve if the disk has no other room for these files.
  if (!existsSync(`${path}.reserve`)) requireRoom(dirname(path), missing);
  // If no process uses the file, the index of its log is missing, and SQLite would create it even for reading.
  const used = existsSync(`${path}-shm`);
  const uri = `${pathToFileURL(resolve(path)).href}${used ? '' : '?immutable=1'}`;
  let database: Database | undefined;
  try {
    for (const file of [path, dirname(path), ...[`${path}.lock`].filter((file) => existsSync(file))])
      accessSync(file, constants.R_OK | constants.W_OK);
    database = new Database(uri, constantsOfSqlite.SQLITE_OPEN_READONLY | constantsOfSqlite.SQLITE_OPEN_URI);
    return pendingMigrations(migrations, appliedMigrations({ database }));
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw troubleOf(path, error) ?? cannotOpen(path, error as Error);
  } finally {
    database?.close();
  }
}

/** Checks the folder of a new store, or its nearest existing parent. */
function requireRoomFor(path: string): undefined {
  let folder = dirname(resolve(path));
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileRefusal(join(folder, basename(path)), error) ?? error;
  }
  requireRoom(folder, [path]);
}

/** An empty file is a new store, unless a service has used it: then its content is lost. @throws StartRefused */
function requireNotEmptied(path: string): void {
  // A link counts by itself, since it may lead nowhere or to itself.
  const used = [`${path}.reserve`, `${path}-wal`].find((file) => (lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0);
  if (used && existsSync(path) && sizeOf(path) === 0)
    throw lastingRefusal(
      `${path} is empty, but ${used} shows that a service used it: what it held is lost. Restore a backup: rockola restore FILE. For a new store, remove both files.`,
    );
}

/** SQLite does not name the file that it could not use. */
function troubleOf(path: string, error: unknown): StartRefused | undefined {
  const files = [path, `${path}-wal`, `${path}-shm`, `${path}.lock`].filter((file) => existsSync(file));
  return fileRefusal(files.find((file) => !isUsable(file)) ?? path, error);
}

function isUsable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function withConnection<T>(path: string, access: 'read' | 'write', work: (connection: Connection) => T): T {
  let connection: Connection | undefined;
  try {
    connection = openConnection(path, access);
    // SQLite opens a read-only file without an error, and fails at the first change.
    if (access === 'write') accessSync(path, constants.W_OK);
    return work(connection);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    const refused = troubleOf(path, error) ?? cannotOpen(path, error as Error);
    refused.cause = error;
    throw refused;
  } finally {
    connection?.close();
  }
}

function cannotOpen(path: string, { message, code = '' }: Error & { code?: string }): StartRefused {
  const sentence = `The store ${path} cannot be opened (${message}). Check the file, or name another with DATABASE_URL.`;
  return /NOTADB|CORRUPT/.test(code) ? lastingRefusal(sentence) : new StartRefused(sentence);
}
