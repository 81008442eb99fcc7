import type { ReadOperation } from '../store.ts';
import { type Connection, openConnection } from './database.ts';

/** Runs a reading operation on one snapshot from beginning to end, on a connection of its own. */
export async function snapshot<I, O>(path: string, operation: ReadOperation<I, O>, input: I): Promise<O> {
  const connection = openConnection(path, 'read');
  try {
    return await inSnapshot(connection, operation, input);
  } finally {
    connection.close();
  }
}

/** While it runs, the write-ahead log keeps growing: what came after it began cannot be brought into the file. */
export async function inSnapshot<I, O>(connection: Connection, operation: ReadOperation<I, O>, input: I): Promise<O> {
  connection.run('begin');
  try {
    return await operation(connection, input);
  } finally {
    // An I/O error may have ended it already.
    if (connection.database.inTransaction) connection.run('commit');
  }
}
