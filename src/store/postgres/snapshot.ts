import pg from 'pg';
import type { Reader, ReadOperation } from '../store.ts';
import { breakConnection, connectionOptions, runPrepared, sendTogether } from './connections.ts';

/** On a separate connection, without a time limit. */
export async function snapshot<I, O>(url: string, operation: ReadOperation<I, O>, input: I): Promise<O> {
  const client = new pg.Client({
    ...connectionOptions(url),
    pipeline: true,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await inSnapshot(client, operation, input);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Takes one round trip if the operation sends all its statements at once. Leaves the transaction open if the operation throws.
 *
 * @param client with a pipeline: later statements on it wait for the end of this transaction
 */
export async function inSnapshot<I, O>(client: pg.ClientBase, operation: ReadOperation<I, O>, input: I): Promise<O> {
  sendTogether(client);
  // Not awaited: the first statement follows at once.
  const begun = client.query('begin transaction isolation level repeatable read, read only');
  begun.catch(() => {});
  const value = await operation(readerOn(client), input);
  await begun;
  // The end is not awaited either: nothing was written that could be lost.
  client.query('commit').catch(() => breakConnection(client));
  return value;
}

export function readerOn(client: pg.Pool | pg.ClientBase): Reader {
  return {
    engine: 'postgres',
    get: async (sql, ...values) => (await runPrepared(client, sql, values))[0],
    all: (sql, ...values) => runPrepared(client, sql, values),
  };
}
