import type { Actor } from '../../model/actor.ts';
import type { Context } from '../../model/context.ts';
import { unavailable } from '../../model/problem.ts';
import type { Reads, Snapshot, Store, Writes } from '../store.ts';
import { openConnection } from './database.ts';
import { readOnlyStore } from './reading.ts';
import { shareSnapshots } from './sharedSnapshot.ts';

/** The functions that the thread with the store offers to a thread that joined it. */
export type StoreAnswers = ReturnType<typeof answersOfStore>['answers'];

/** The functions for one thread that joined. `end` stops its reads, once that thread has ended. */
export function answersOfStore(store: Store, { reads, writes }: { reads: Reads; writes: Writes }) {
  const stops = new Map<number, AbortController>();
  const snapshots = new Map<number, Snapshot>();
  const answers = {
    write: (name: string, actor: Actor, input: unknown, context: Context | undefined): Promise<unknown> =>
      store.write(named(writes, name), actor, input, context),
    /** @param key names this read or snapshot for the functions below */
    async readSlow(key: number, name: string, input: unknown, client: string): Promise<unknown> {
      const stop = new AbortController();
      stops.set(key, stop);
      try {
        return await store.readSlow(named(reads, name), input, { client, signal: stop.signal });
      } finally {
        stops.delete(key);
      }
    },
    async openSnapshot(key: number, client: string): Promise<void> {
      const stop = new AbortController();
      stops.set(key, stop);
      snapshots.set(key, await store.openSnapshot({ client, signal: stop.signal }));
    },
    async readSnapshot(key: number, name: string, input: unknown): Promise<unknown> {
      const snapshot = snapshots.get(key);
      if (!snapshot) throw unavailable('The snapshot has ended.');
      return snapshot.read(named(reads, name), input);
    },
    /** Stops a read, or ends a snapshot. */
    stopReading(key: number): void {
      stops.get(key)?.abort();
      stops.delete(key);
      snapshots.delete(key);
    },
    ready: () => store.ready(),
  };
  return {
    answers,
    end(): void {
      for (const stop of stops.values()) stop.abort();
    },
  };
}

function named<T>(table: Record<string, T>, name: string): T {
  const found = table[name];
  if (!found) throw new Error(`no such operation: ${name}`);
  return found;
}

/** Calls a function of the thread with the store. */
type AskStore = <N extends keyof StoreAnswers>(
  name: N,
  ...args: Parameters<StoreAnswers[N]>
) => Promise<Awaited<ReturnType<StoreAnswers[N]>>>;

/** The page cache of each thread, in KiB. */
const pageCache = 8_192;

/**
 * A store that another thread of this process has opened. Reads use a connection of this thread; the other thread does everything else.
 *
 * @param countCommits the number of commits that the service has answered
 */
export function joinSqlite(path: string, ask: AskStore, countCommits: () => number): Store {
  const connection = openConnection(path, 'read');
  connection.run(`pragma cache_size = -${pageCache}`);
  const snapshots = shareSnapshots(connection);
  const store = readOnlyStore(path, connection);
  let seenCommits = 0;
  let lastKey = 0;
  return {
    ...store,
    read(operation, input) {
      const commits = countCommits();
      // A read must see every write that any thread has answered.
      if (commits !== seenCommits) snapshots.end();
      seenCommits = commits;
      return snapshots.read(() => store.read(operation, input));
    },
    write: ({ name }, actor, input, context) => ask('write', name, actor, input, context) as Promise<never>,
    async readSlow({ name }, input, { client, signal }) {
      const key = ++lastKey;
      const stop = () => void ask('stopReading', key).catch(() => {});
      signal.addEventListener('abort', stop);
      try {
        return (await ask('readSlow', key, name, input, client)) as never;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async openSnapshot({ client, signal }) {
      const key = ++lastKey;
      const end = () => void ask('stopReading', key).catch(() => {});
      signal.addEventListener('abort', end, { once: true });
      await ask('openSnapshot', key, client).catch((error) => {
        end();
        throw error;
      });
      return { end, read: ({ name }, input) => ask('readSnapshot', key, name, input) as Promise<never> };
    },
    ready: () => ask('ready'),
    async close() {
      snapshots.end();
      connection.close();
    },
  };
}
