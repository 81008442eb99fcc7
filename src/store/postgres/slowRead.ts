import type pg from 'pg';
import { stoppable } from '../stoppable.ts';
import type { ReadOperation } from '../store.ts';
import { cancelStatement } from './connections.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * Runs on one snapshot, and on a connection of the pool for slow reads.
 *
 * @param otherPool sends the cancellation of a statement
 * @throws the reason of `stop` once that aborts
 */
export async function readInSnapshot<I, O>(
  pool: pg.Pool,
  otherPool: pg.Pool,
  operation: ReadOperation<I, O>,
  input: I,
  stop: AbortSignal,
): Promise<O> {
  const client = await pool.connect();
  let cancelled: Promise<unknown> | undefined;
  let usable = false;
  const cancel = () => {
    cancelled = cancelStatement(client, otherPool);
  };
  stop.addEventListener('abort', cancel);
  try {
    const requireNotStopped = () => stop.throwIfAborted();
    const value = await inSnapshot(client, (reader, given) => operation(stoppable(reader, requireNotStopped), given), input);
    usable = true;
    return value;
  } catch (error) {
    stop.throwIfAborted();
    usable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    stop.removeEventListener('abort', cancel);
    // The connection is released only after the cancellation, which could otherwise hit the next statement.
    await cancelled;
    client.release(!usable || cancelled !== undefined);
  }
}
