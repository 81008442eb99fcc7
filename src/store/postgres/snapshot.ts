import type pg from 'pg';
import type { OpenSnapshot } from '../snapshots.ts';
import type { Reader, ReadOperation } from '../store.ts';
import { breakConnection, openClient, runPrepared, sendTogether } from './connections.ts';

const mayWait = { idle_in_transaction_session_timeout: 0 };
const noTimeLimits = { ...mayWait, statement_timeout: 0, query_timeout: 0 };
const begin = 'begin transaction isolation level repeatable read, read only';
/** The longest wait for a server that does not answer, in ms. */
const endTime = 5_000;

/** Runs an operation on a separate connection, without a time limit. */
export async function snapshot<I, O>(url: string, operation: ReadOperation<I, O>, input: I): Promise<O> {
  const client = await openClient(url, { pipeline: true, ...noTimeLimits });
  try {
    return await inSnapshot(client, operation, input);
  } finally {
    await end(client);
  }
}

/** Opens a snapshot on a separate connection, for reads that come one by one. @param lost called when the connection ends */
export async function openSnapshot(url: string, lost: () => void): Promise<OpenSnapshot> {
  const client = await openClient(url, { pipeline: true, ...mayWait });
  client.on('end', lost);
  await client.query(begin).catch(async (error) => {
    await end(client);
    throw error;
  });
  const reader = readerOn(client);
  return { read: async ({ run }, input) => run(reader, input), close: () => Promise.race([end(client), Bun.sleep(endTime)]) };
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}

/**
 * Takes one round trip if the operation sends all its statements at once. Leaves the transaction open if the operation throws.
 *
 * @param client a connection with a pipeline: later statements on it wait for the end of this transaction
 */
export async function inSnapshot<I, O>(client: pg.ClientBase, operation: ReadOperation<I, O>, input: I): Promise<O> {
  sendTogether(client);
  // Not awaited: the first statement follows at once.
  const begun = client.query(begin);
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
