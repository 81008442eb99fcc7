import type { Awaitable } from '../../model/awaitable.ts';
import type { Connection } from './database.ts';

/**
 * The reads of one turn of the event loop share one snapshot, since to open one takes a lock, which costs more than a read by key. A read
 * must see every write that was answered before it, so the snapshot ends before a write is answered. If an operation still uses it, later
 * operations wait for its end: a connection has one snapshot at a time.
 */
export function shareSnapshots(connection: Connection) {
  let turnEnd: NodeJS.Immediate | undefined;
  /** The number of operations that use the snapshot. */
  let users = 0;
  /** Set while an operation still uses the snapshot that should end. */
  let ended: PromiseWithResolvers<void> | undefined;

  function begin(): void {
    if (turnEnd) return;
    // After an error a transaction may still be open.
    if (!connection.database.inTransaction) connection.run('begin');
    turnEnd = setImmediate(end);
  }

  /** Ends the snapshot as soon as no operation uses it. Later operations see everything committed before. */
  function end(): void {
    if (!turnEnd) return;
    if (users > 0) {
      ended ??= Promise.withResolvers();
      return;
    }
    clearImmediate(turnEnd);
    turnEnd = undefined;
    try {
      // An I/O error may have ended it already.
      if (connection.database.inTransaction) connection.run('commit');
    } catch {
      // The file is damaged. Each read reports that; an error here would end the process.
    }
    ended?.resolve();
    ended = undefined;
  }

  /** All statements of the operation see one snapshot, even if it awaits something between them. */
  function read<T>(operation: () => Awaitable<T>): Awaitable<T> {
    if (ended) return ended.promise.then(() => read(operation));
    begin();
    const value = operation();
    if (!(value instanceof Promise)) return value;
    users++;
    return value.finally(() => {
      users--;
      if (ended) end();
    });
  }
  return { read, end };
}
