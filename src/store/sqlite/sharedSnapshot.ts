import type { Connection } from './database.ts';

/**
 * Lets the reads of one turn of the event loop share one snapshot: taking and giving back its lock costs more than a
 * read by key. A read after the answer to a write must see that write, so no snapshot outlasts the arrival of outcomes.
 */
export function shareSnapshots(connection: Connection): { begin(): void; end(): void } {
  let ending: NodeJS.Immediate | undefined;

  function end(): void {
    if (!ending) return;
    clearImmediate(ending);
    ending = undefined;
    try {
      // An I/O error may have ended it already.
      if (connection.database.inTransaction) connection.run('commit');
    } catch {
      // A damaged file. Its reads fail one by one; nobody waits for this, and it must not end the process.
    }
  }
  return {
    begin() {
      if (ending) return;
      // One that an error left open goes on.
      if (!connection.database.inTransaction) connection.run('begin');
      ending = setImmediate(end);
    },
    end,
  };
}
