import type { ReadOperation } from '../store.ts';
import { type Connection, openConnection } from './database.ts';

/** Runs an operation on one snapshot, on a separate connection. */
export async function snapshot<I, O>(path: string, operation: ReadOperation<I, O>, input: I): Promise<O> {
  const connection = openConnection(path, 'read');
  try {
    return await inSnapshot(connection, operation, input);
  } finally {
    connection.close();
  }
}

/** The write-ahead log grows until the snapshot ends: a checkpoint stops at the oldest snapshot. */
export async function inSnapshot<I, O>(connection: Connection, operation: ReadOperation<I, O>, input: I): Promise<O> {
  connection.run('begin');
  try {
    return await operation(connection, input);
  } finally {
    // An I/O error may have ended it already.
    if (connection.database.inTransaction) connection.run('commit');
  }
}
