import { existsSync, statSync } from 'node:fs';
import { checkCounts } from '../counts.ts';
import { checkIndex } from '../search/check.ts';
import { createSlowReads } from '../slowReads.ts';
import type { CommitObserver, Reader, ReadOperation, Report, Store } from '../store.ts';
import { type Connection, openConnection } from './database.ts';
import { demandLock } from './lock.ts';
import { createReaderThreads } from './readerThreads.ts';
import { withReserve } from './reserve.ts';
import { snapshot } from './snapshot.ts';
import { demandCurrentSqlite, upgradeSqlite } from './upgrade.ts';
import { startWriterThread } from './writerThread.ts';

/** The programs of the threads, which hand the operations to the engine, so that the store imports nothing above it. */
export type Threads = { writer: URL; reader: URL };

/** How to reach a SQLite store: its file, its threads, how many slow reads run at once, and the callbacks for errors and commits. */
export type SqliteOptions = {
  path: string;
  threads: Threads;
  readers: number;
  report: Report;
  onCommit?: CommitObserver | undefined;
};

/** Opens the store for this process alone, made and brought up to date where needed. @throws StartRefused */
export async function openSqlite({ path, threads, readers, report, onCommit }: SqliteOptions): Promise<Store> {
  const release = demandLock(path);
  try {
    withReserve(path, () => upgradeSqlite(path, report), report);
    const connection = openConnection(path, 'read');
    // In KiB; the usual 2 MiB would have most reads of a large catalogue ask the system for a page.
    connection.run('pragma cache_size = -32768');
    const snapshots = shareSnapshots(connection);
    const slowReads = createSlowReads(readers);
    let slowReadsBegun = 0;
    const readerThreads = createReaderThreads(path, threads.reader, report);
    const thread = await startWriterThread(path, threads.writer, { report, beforeAnswers: snapshots.end, onCommit });
    const store = readOnlyStore(path, connection);
    return {
      ...store,
      read: (operation, input) => {
        snapshots.begin();
        return store.read(operation, input);
      },
      readSlow(operation, input, caller) {
        slowReadsBegun++;
        return slowReads.run(caller, (stop) => readerThreads.run(operation, input, stop));
      },
      write: thread.write,
      ready: async () => thread.alive() && (await store.ready()),
      figures() {
        const { writes, waiting } = thread.figures();
        const reads = store.figures().reads + slowReadsBegun;
        return { up: thread.alive(), reads, writes, slowReads: slowReads.figures(), sqlite: { waiting, walBytes: sizeOf(`${path}-wal`) } };
      },
      async close() {
        await Promise.all([thread.close(), readerThreads.close()]);
        snapshots.end();
        connection.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens a store that exists for reading, while a server may be using it. @throws StartRefused where there is none */
export function openSqliteReadOnly(path: string): Store {
  demandCurrentSqlite(path);
  const connection = openConnection(path, 'read');
  return {
    ...readOnlyStore(path, connection),
    readSlow: ({ run }, input) => snapshot(path, run, input),
    write: () => Promise.reject(new Error('this store is open for reading only')),
    close: async () => connection.close(),
  };
}

/** Pages that were freed are used again before the file grows. */
const usedBytes = `select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size`;

function readOnlyStore(path: string, connection: Connection): Omit<Store, 'readSlow' | 'write' | 'close'> {
  const reader: Reader = connection;
  let reads = 0;
  return {
    read<I, O>(operation: ReadOperation<I, O>, input: I) {
      reads++;
      return operation(reader, input);
    },
    figures: () => ({ up: true, reads, writes: 0 }),
    ready: async () => existsSync(path) && connection.get('select artists from total') !== undefined,
    snapshot: (operation, input) => snapshot(path, operation, input),
    size: async () => Number(connection.get(usedBytes)?.bytes),
    checkIntegrity: () => snapshot(path, checkIntegrity, null),
  };
}

/**
 * Lets the reads of one turn of the event loop share one snapshot: taking and giving back its lock costs more than a
 * read by key. A read after the answer to a write must see that write, so no snapshot outlasts the arrival of outcomes.
 */
function shareSnapshots(connection: Connection): { begin(): void; end(): void } {
  let ending: NodeJS.Immediate | undefined;

  function end(): void {
    if (!ending) return;
    clearImmediate(ending);
    ending = undefined;
    try {
      // An I/O error may have ended it already.
      if (connection.database.inTransaction) connection.run('commit');
    } catch {
      // A damaged file. Its reads fail one by one; nobody waits for this, and it must not end the process.
    }
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

async function checkIntegrity(reader: Reader, _input: null): Promise<string[]> {
  const damage = (await reader.all('pragma integrity_check')).map((row) => String(row.integrity_check)).filter((line) => line !== 'ok');
  const orphans = (await reader.all('pragma foreign_key_check')).map(
    (row) => `${row.table} row ${row.rowid} points to a ${row.parent} that is not there`,
  );
  return [...damage, ...orphans, ...(await checkCounts(reader)), ...(await checkIndex(reader))];
}
