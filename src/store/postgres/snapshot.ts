import pg from 'pg';
import type { Reader, ReadOperation } from '../store.ts';
import { breakConnection, connectionOptions, runPrepared, sendTogether } from './connections.ts';

/** On a connection of its own, without a time limit. */
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
 * One round trip where the operation asks all at once. Leaves the transaction open where the operation throws.
 *
 * @param client with a pipeline: what follows on it waits for the end of this transaction
 */
export async function inSnapshot<I, O>(client: pg.ClientBase, operation: ReadOperation<I, O>, input: I): Promise<O> {
  sendTogether(client);
  // Not awaited: the first statement follows at once.
  const begun = client.query('begin transaction isolation level repeatable read, read only');
  begun.catch(() => {});
  const value = await operation(readerOn(client), input);
  await begun;
  // Nor is the end: nothing was written that it could lose.
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
