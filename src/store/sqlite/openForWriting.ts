import { StartRefused } from '../../model/startRefused.ts';
import type { Report } from '../store.ts';
import { type Lag, lagOf } from './catchUp.ts';
import { type Connection, openConnection } from './database.ts';
import { withReserve } from './reserve.ts';
import { upgradeSqlite } from './upgrade.ts';
import type { FromWriter } from './writerMessages.ts';

/**
 * The state of the writer thread. `connection` is missing after a failure; before the time `indexAt` (of `performance.now`) the index is
 * not updated.
 */
export type WrittenStore = { path: string; connection: Connection | undefined; lag: Lag; indexAt: number };

/**
 * Creates or upgrades the store, and opens it; no other process may use it. An upgrade may take long: meanwhile the main thread answers
 * probes and signals.
 *
 * @param say gets each step of an upgrade, then that the store is open or why it cannot be
 */
export function openUpToDate(path: string, say: (message: FromWriter) => void): WrittenStore | undefined {
  const report: Report = (...step) => say({ step });
  try {
    withReserve(path, () => upgradeSqlite(path, report), report);
    const connection = openForWriting(path);
    const lag = lagOf(connection);
    say({ opened: lag });
    return { path, connection, lag, indexAt: 0 };
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    say({ refused: { reasons: error.reasons, exitCode: error.exitCode } });
    return undefined;
  }
}

/** Large statements keep their undo data in memory: a file would need a descriptor, and a flood of connections may leave none. */
export function openForWriting(path: string): Connection {
  const connection = openConnection(path, 'write');
  connection.run('pragma temp_store = memory');
  return connection;
}
