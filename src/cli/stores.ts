import type { Config } from '../config.ts';
import { system } from '../model/actor.ts';
import { openStore, openStoreToRead } from '../store/open.ts';
import { demandStore } from '../store/sqlite/engine.ts';
import type { ChangeOperation, ReadOperation, Store } from '../store/store.ts';
import { changeThroughServer } from './operatorSocket.ts';

/** Reads from the configured store, whether a server has it or not. @throws StartRefused */
export async function readStore<I, O>({ database }: Config, operation: ReadOperation<I, O>, input: I): Promise<O> {
  return using(await openStoreToRead(database), (store) => store.read(operation, input));
}

/** Changes the configured store: through the server that has its file, else directly. @throws StartRefused, Problem */
export async function changeStore<I, O>(config: Config, writer: URL, operation: ChangeOperation<I, O>, input: I): Promise<O> {
  const { database } = config;
  if (database.engine === 'postgres') return using(await openStoreToRead(database), (store) => store.change(operation, system, input));
  const answered = await changeThroughServer(database.path, operation, input);
  if (answered) return answered.value;
  demandStore(database.path);
  const store = await openStore({ ...config, writer, report: (fault) => console.error(fault) });
  return using(store, () => store.change(operation, system, input));
}

export async function using<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
