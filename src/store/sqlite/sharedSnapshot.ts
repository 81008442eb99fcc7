import type { Awaitable } from '../../model/awaitable.ts';
import type { Connection } from './database.ts';

export type SharedSnapshots = {
  /** Runs an operation on one snapshot, whatever it waits for between its statements. */
  read<T>(operation: () => Awaitable<T>): Awaitable<T>;
  /** Ends the snapshot once no operation is at it: what begins later sees all that was committed before. */
  end(): void;
};

/**
 * Lets the reads of one turn of the event loop share one snapshot: taking and giving back its lock costs more than a
 * read by key. A read after the answer to a write must see that write, so no snapshot outlasts the arrival of outcomes, but for the
 * operations that are at it then. Those that begin later wait for them, since one connection has one snapshot.
 */
export function shareSnapshots(connection: Connection): SharedSnapshots {
  let ending: NodeJS.Immediate | undefined;
  /** Operations with statements to come. */
  let going = 0;
  let ended: PromiseWithResolvers<void> | undefined;

  function begin(): void {
    if (ending) return;
    // One that an error left open goes on.
    if (!connection.database.inTransaction) connection.run('begin');
    ending = setImmediate(end);
  }

  function end(): void {
    if (!ending) return;
    if (going > 0) {
      ended ??= Promise.withResolvers();
      return;
    }
    clearImmediate(ending);
    ending = undefined;
    try {
      // An I/O error may have ended it already.
      if (connection.database.inTransaction) connection.run('commit');
    } catch {
      // A damaged file. Its reads fail one by one; nobody waits for this, and it must not end the process.
    }
    ended?.resolve();
    ended = undefined;
  }

  function read<T>(operation: () => Awaitable<T>): Awaitable<T> {
    if (ended) return ended.promise.then(() => read(operation));
    begin();
    const value = operation();
    if (!(value instanceof Promise)) return value;
    going++;
    return value.finally(() => {
      going--;
      if (ended) end();
    });
  }
  return { read, end };
}
