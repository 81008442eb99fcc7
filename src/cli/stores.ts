import type { Config } from '../config.ts';
import { system } from '../model/actor.ts';
import { demandStore, openSqlite, openSqliteReadOnly } from '../store/sqlite/engine.ts';
import type { ChangeOperation, ReadOperation, Store } from '../store/store.ts';
import { changeThroughServer } from './operatorSocket.ts';

/** Reads from the configured store, whether a server has it or not. @throws StartRefused */
export function readStore<I, O>(config: Config, operation: ReadOperation<I, O>, input: I): Promise<O> {
  return using(openSqliteReadOnly(config.sqlitePath), (store) => store.read(operation, input));
}

/** Changes the configured store: through the server that has it, else under its lock. @throws StartRefused, Problem */
export async function changeStore<I, O>(config: Config, writer: URL, operation: ChangeOperation<I, O>, input: I): Promise<O> {
  const answered = await changeThroughServer(config.sqlitePath, operation, input);
  if (answered) return answered.value;
  demandStore(config.sqlitePath);
  const store = await openSqlite({ path: config.sqlitePath, writer, report: (fault) => console.error(fault) });
  return using(store, () => store.change(operation, system, input));
}

export async function using<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
