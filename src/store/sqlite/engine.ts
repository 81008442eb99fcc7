import { outcomeOf } from '../../model/result.ts';
import { createSlowReads } from '../slowReads.ts';
import { createSnapshots, type OpenSnapshot } from '../snapshots.ts';
import type { CommitObserver, Report, Store } from '../store.ts';
import { openConnection, sizeOf } from './database.ts';
import { requireLock } from './lock.ts';
import { startReaderThread } from './readerThread.ts';
import { aborted, createReaderThreads, failed } from './readerThreads.ts';
import { readOnlyStore } from './reading.ts';
import { shareSnapshots } from './sharedSnapshot.ts';
import { snapshot } from './snapshot.ts';
import { requireCurrentSqlite } from './upgrade.ts';
import { startWriterThread } from './writerThread.ts';

/** The modules of the threads. They pass the operations to the engine, so that the store does not import them. */
export type Threads = { writer: URL; reader: URL };

/** `readers`: how many slow reads may run at once. */
export type SqliteOptions = {
  path: string;
  threads: Threads;
  readers: number;
  report: Report;
  onCommit?: CommitObserver | undefined;
  /** Called each time writes have become durable, before any of them is answered. Only for SQLite, whose one writer serves all threads. */
  beforeAnswers?: (() => void) | undefined;
};

/** Opens the store for this process alone, after creating or upgrading it where needed. @throws StartRefused */
export async function openSqlite({ path, threads, readers, report, onCommit, beforeAnswers }: SqliteOptions): Promise<Store> {
  const release = requireLock(path, ', or name another store with DATABASE_URL=sqlite:FILE');
  try {
    const onDurable = () => {
      snapshots.end();
      beforeAnswers?.();
    };
    const thread = await startWriterThread(path, threads.writer, { report, beforeAnswers: onDurable, onCommit });
    const connection = openConnection(path, 'read');
    // 32 MiB, in KiB: with the default of 2 MiB most reads of a large catalogue would have to call the system for pages.
    connection.run('pragma cache_size = -32768');
    const snapshots = shareSnapshots(connection);
    const slowReads = createSlowReads(readers);
    let slowReadsBegun = 0;
    const readerThreads = createReaderThreads(path, threads.reader, report);
    const openSnapshots = createSnapshots((lost, stop) => openSnapshot(path, threads.reader, report, lost, stop));
    const store = readOnlyStore(path, connection);
    return {
      ...store,
      read: (operation, input) => snapshots.read(() => store.read(operation, input)),
      readSlow(operation, input, caller) {
        slowReadsBegun++;
        return slowReads.run(caller, async (stop) => {
          if (operation.searches) await Promise.race([thread.caughtUp(), aborted(stop)]);
          return readerThreads.run(operation, input, stop);
        });
      },
      openSnapshot: openSnapshots.open,
      write: thread.write,
      // Changes that are not in the index yet will take space too.
      size: () => thread.caughtUp().then(store.size),
      ready: async () => thread.alive() && (await store.ready()),
      figures() {
        const { writes, waiting } = thread.figures();
        const reads = store.figures().reads + slowReadsBegun;
        return { up: thread.alive(), reads, writes, slowReads: slowReads.figures(), sqlite: { waiting, walBytes: sizeOf(`${path}-wal`) } };
      },
      async close() {
        await Promise.all([thread.close(), readerThreads.close(), openSnapshots.close()]);
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

/** Opens a store for reading, which a server may be using. @throws StartRefused where it does not exist */
export function openSqliteReadOnly(path: string): Store {
  requireCurrentSqlite(path);
  const connection = openConnection(path, 'read');
  return {
    ...readOnlyStore(path, connection),
    readSlow: ({ run }, input) => snapshot(path, run, input),
    openSnapshot: () => Promise.reject(new Error('a command uses snapshot')),
    write: () => Promise.reject(new Error('this store is open for reading only')),
    close: async () => connection.close(),
  };
}

/** Opens a snapshot in a separate thread. */
async function openSnapshot(path: string, entry: URL, report: Report, lost: () => void, stop: AbortSignal): Promise<OpenSnapshot> {
  let closing = false;
  let isOpen = false;
  const onEnd = (_: unknown, why: string) => {
    if (!closing) report(`${why}; ${isOpen ? 'an export that it read is not complete' : 'an export was refused'}`);
    lost();
  };
  const thread = startReaderThread(path, entry, onEnd, true);
  const close = () => {
    closing = true;
    thread.stop();
    return thread.close();
  };
  stop.addEventListener('abort', close);
  await thread.opened.catch(() => {
    throw failed();
  });
  isOpen = true;
  return {
    read: async ({ name }, input) => outcomeOf(await thread.ask(name, input)) as never,
    close,
  };
}
