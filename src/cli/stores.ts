import { readConfig } from '../config/config.ts';
import { system } from '../model/actor.ts';
import { type Context, noContext } from '../model/context.ts';
import { writeThroughServer } from '../operator/client.ts';
import { openStore, openStoreToRead } from '../store/open.ts';
import type { Threads } from '../store/sqlite/engine.ts';
import { requireCurrentSqlite } from '../store/sqlite/upgrade.ts';
import type { ReadOperation, Report, Store, Write } from '../store/store.ts';
import { printErr } from './terminal.ts';

/** Writes to the configured store as the operator. @param context comment and source of the change */
export type OperatorWrite = <I, O>(operation: Write<I, O>, input: I, context?: Context) => Promise<O>;

/** Opens the store at the first write and keeps it open for all others. */
export type WithWrites = <T>(work: (write: OperatorWrite) => Promise<T>) => Promise<T>;

const report: Report = (message) => printErr(message);

/** Reads from the configured store, also while a server uses it. @throws StartRefused */
export async function readStore<I, O>(operation: ReadOperation<I, O>, input: I): Promise<O> {
  const { database } = readConfig(process.env);
  return using(await openStoreToRead(database, report), (store) => store.snapshot(operation, input));
}

/**
 * Runs `work` with a function that writes to the configured store. If a server uses the SQLite file, the server writes. Otherwise the store
 * is opened at the first write, and closed after `work`.
 *
 * @throws StartRefused, Problem
 */
export async function withWrites<T>(threads: Threads, work: (write: OperatorWrite) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const { database } = config;
  let opened: Store | undefined;
  const open = () => (database.engine === 'postgres' ? openStoreToRead(database, report) : openStore({ ...config, threads, report }));
  const write: OperatorWrite = async (operation, input, context = noContext) => {
    if (!opened && database.engine === 'sqlite') {
      const answered = await writeThroughServer(database.path, operation, { input, context });
      if (answered) return answered.value;
      requireCurrentSqlite(database.path);
    }
    opened ??= await open();
    return opened.write(operation, system, input, context);
  };
  try {
    return await work(write);
  } finally {
    await opened?.close();
  }
}

export async function using<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
