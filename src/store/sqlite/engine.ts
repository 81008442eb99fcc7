import { existsSync, statSync } from 'node:fs';
import { StartRefused } from '../../model/startRefused.ts';
import type { CommitObserver, Reader, ReadOperation, Store } from '../store.ts';
import { type Connection, openConnection } from './database.ts';
import { claim } from './lock.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { startWriterThread } from './writerThread.ts';

/** How to reach a SQLite store: its file, the writer thread's program, and who hears of faults and of commits. */
export type SqliteOptions = { path: string; writer: URL; report(fault: string): void; onCommit?: CommitObserver | undefined };

/** Opens the store for this process alone, made and brought up to date where needed. @throws StartRefused */
export async function openSqlite({ path, writer, report, onCommit }: SqliteOptions): Promise<Store> {
  const release = claim(path);
  if (!release) {
    throw new StartRefused(`Another Rockola is using ${path}. Stop it first, or name another store with DATABASE_URL=sqlite:FILE.`);
  }
  try {
    prepare(path);
    const connection = openConnection(path, 'read');
    const snapshots = shareSnapshots(connection);
    const thread = await startWriterThread(path, writer, { report, beforeAnswers: snapshots.end, onCommit });
    const store = readOnlyStore(path, connection);
    return {
      ...store,
      read: (operation, input) => {
        snapshots.begin();
        return store.read(operation, input);
      },
      change: thread.change,
      ready: async () => thread.alive() && (await store.ready()),
      figures() {
        const { changes, waiting } = thread.figures();
        return { up: thread.alive(), reads: store.figures().reads, changes, sqlite: { waiting, walBytes: sizeOf(`${path}-wal`) } };
      },
      async close() {
        await thread.close();
        snapshots.end();
        connection.database.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens a store that exists for reading, one operation at a time, beside whoever serves it. @throws StartRefused where there is none */
export function openSqliteReadOnly(path: string): Store {
  demandStore(path);
  const connection = openConnection(path, 'read');
  return {
    ...readOnlyStore(path, connection),
    read: (operation, input) => inSnapshot(connection, () => operation(connection, input)),
    change: () => Promise.reject(new Error('this store is open for reading only')),
    close: async () => connection.database.close(),
  };
}

/** @throws StartRefused where there is no store to work on: only the service makes one */
export function demandStore(path: string): void {
  if (!existsSync(path)) throw new StartRefused(`There is no store at ${path}. Start the service once to make it, or set DATABASE_URL.`);
}

function readOnlyStore(path: string, connection: Connection): Pick<Store, 'read' | 'ready' | 'checkIntegrity' | 'figures'> {
  const reader: Reader = connection;
  let reads = 0;
  return {
    read<I, O>(operation: ReadOperation<I, O>, input: I) {
      reads++;
      return operation(reader, input);
    },
    figures: () => ({ up: true, reads, changes: 0 }),
    ready: async () => existsSync(path) && connection.get('select artists from total') !== undefined,
    checkIntegrity: async () => checkIntegrity(connection),
  };
}

/**
 * Lets the reads of one turn of the event loop share one snapshot: taking and giving back its lock costs more than a
 * read by key. Whoever reads after the answer to a change must see it, so no snapshot outlasts the arrival of outcomes.
 */
function shareSnapshots(connection: Connection): { begin(): void; end(): void } {
  let ending: NodeJS.Immediate | undefined;

  function end(): void {
    if (!ending) return;
    clearImmediate(ending);
    ending = undefined;
    // An I/O error may have ended it already.
    if (connection.database.inTransaction) connection.run('commit');
  }
  return {
    begin() {
      if (ending) return;
      // One that an error left open goes on.
      if (!connection.database.inTransaction) connection.run('begin');
      ending = setImmediate(end);
    },
    end,
  };
}

/** @returns 0 where the file is not there */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function inSnapshot<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  connection.run('begin');
  try {
    return await work();
  } finally {
    connection.run('commit');
  }
}

function prepare(path: string): void {
  let connection: Connection | undefined;
  try {
    connection = openConnection(path, 'write');
    migrate(connection, migrations);
    // A killed server may have written a commit that it did not live to sync: it is seen again, so it must be certain first.
    connection.database.run('pragma wal_checkpoint');
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(
      `The store ${path} cannot be opened (${(error as Error).message}). Check the file and the rights on it, or name another with DATABASE_URL.`,
    );
  } finally {
    connection?.database.close();
  }
}

function checkIntegrity(connection: Connection): string[] {
  const damage = connection
    .all('pragma integrity_check')
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== 'ok');
  const orphans = connection
    .all('pragma foreign_key_check')
    .map((row) => `${row.table} row ${row.rowid} points to a ${row.parent} that is not there`);
  return [...damage, ...orphans];
}
