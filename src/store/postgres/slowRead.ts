import type pg from 'pg';
import { stoppable } from '../stoppable.ts';
import type { ReadOperation } from '../store.ts';
import { cancelStatement } from './connections.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * Runs a read on one snapshot, on a connection of a pool that only such reads use.
 *
 * @param quick the pool by which a statement is cancelled
 * @throws the reason of `stop` once that aborts
 */
export async function readInSnapshot<I, O>(
  pool: pg.Pool,
  quick: pg.Pool,
  operation: ReadOperation<I, O>,
  input: I,
  stop: AbortSignal,
): Promise<O> {
  const client = await pool.connect();
  let cancelled: Promise<unknown> | undefined;
  let usable = false;
  const cancel = () => {
    cancelled = cancelStatement(client, quick);
  };
  stop.addEventListener('abort', cancel);
  try {
    const value = await inSnapshot(
      client,
      (reader, given) =>
        operation(
          stoppable(reader, () => stop.throwIfAborted()),
          given,
        ),
      input,
    );
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
    // Another may have the connection only then, or its statement would be cancelled.
    await cancelled;
    client.release(!usable || cancelled !== undefined);
  }
}
