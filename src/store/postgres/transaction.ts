import pg from 'pg';
import { Problem, unavailable } from '../../model/problem.ts';
import { writeEntries } from '../search/entries.ts';
import { createIndexWriter, type IndexWriter } from '../search/indexWriter.ts';
import type { CommitObserver, Transaction } from '../store.ts';
import { causeOf, forgetWarnings, missedStandby, sendTogether } from './connections.ts';
import { isOfMixedSessions, isRefusal, kindOf } from './failures.ts';
import { type Failure, openTransaction } from './openTransaction.ts';

const maxAttempts = 10;

export type TransactionObserver = { onCommit?: CommitObserver; onRetry?(): void };
/** `undoable`: whether the work may call `undo`. */
type How = TransactionObserver & { undoable?: boolean };

const indexWriters = new WeakMap<pg.Pool, IndexWriter>();

/**
 * Runs work in one transaction, up to ten times if it loses a race (40001, 40P01, 23505). Resolves once the commit is durable, with
 * synchronous standbys once they have it too.
 *
 * @param how `onRetry` is called before each further attempt
 * @throws what the work throws, after a rollback; Problem `unavailable` where the server is out of reach or the outcome of the commit is
 * unknown
 */
export async function runTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>, how: How = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work, how);
    } catch (error) {
      if (error instanceof Problem || kindOf(error) !== 'retry') throw asProblem(error);
      if (attempt === maxAttempts) throw unavailable('Too many writes at the same moment; nothing was changed.');
      how.onRetry?.();
      await Bun.sleep(Math.random() * 2 ** attempt);
    }
  }
}

async function attemptTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>, { onCommit, undoable }: How): Promise<T> {
  const client = await pool.connect();
  forgetWarnings(client);
  let broken = false;
  try {
    const { tx, begin, changes, answered } = openTransaction(client, undoable);
    const value = await work(tx);
    await begin();
    const committed = await indexWriterOf(pool).write(changes, (words, entries) => writeEntries(tx, words, entries));
    const start = await commit(client, answered);
    committed();
    onCommit?.(1, (performance.now() - start) / 1000);
    return value;
  } catch (error) {
    broken = !(await rolledBack(client, error));
    throw error instanceof Problem ? error : causeOf(client, error);
  } finally {
    client.release(broken);
  }
}

class UnknownOutcome extends Problem {
  constructor() {
    super('unavailable', 'The store was lost while committing; whether the write was kept is not known. Read the record to know.', {
      retryAfter: 1,
    });
  }
}

/**
 * Sends the commit before all statements are answered: if one failed, the server rolls the transaction back.
 *
 * @param answered resolves once all of them are answered
 * @returns the time of the last answer, by `performance.now()`
 */
async function commit(client: pg.PoolClient, answered: () => Promise<Failure | undefined>): Promise<number> {
  sendTogether(client);
  const sent = client.query('commit').then(
    ({ command }) => ({ command, error: undefined }),
    (error: unknown) => ({ command: undefined, error }),
  );
  const failure = await answered();
  const start = performance.now();
  const { command, error } = await sent;
  if (failure?.error instanceof pg.DatabaseError) throw failure.error;
  if (error && isRefusal(error)) throw error;
  if (error) throw new UnknownOutcome();
  if (command !== 'COMMIT' || failure) throw new Error(`the commit was answered ${command}`, { cause: failure?.error });
  if (missedStandby(client)) throw new UnknownOutcome();
  return start;
}

/** @returns false if the connection cannot be used again: it broke, or a statement that timed out may still run */
async function rolledBack(client: pg.PoolClient, error: unknown): Promise<boolean> {
  if (error instanceof UnknownOutcome) return false;
  const answered = error instanceof pg.DatabaseError && error.code !== '0A000';
  if (!answered && !(error instanceof Problem) && kindOf(error) !== 'defect') return false;
  return client.query('rollback').then(
    () => answered || error instanceof Problem,
    () => false,
  );
}

function indexWriterOf(pool: pg.Pool): IndexWriter {
  const writer = indexWriters.get(pool) ?? createIndexWriter();
  indexWriters.set(pool, writer);
  return writer;
}

/** A problem for a temporary failure. A defect is returned as it is, for the log. */
export function asProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (isOfMixedSessions(error))
    return unavailable('A pooler between here and the database mixes sessions; nothing was changed. Set its pool_mode to session.');
  const kind = kindOf(error);
  if (kind === 'full') return new Problem('storage-full', 'The disk of the database is full; nothing was changed.');
  if (kind === 'busy') return unavailable('The database is busy and did not get to it in time; nothing was changed.');
  if (kind === 'unavailable' || kind === 'retry') return unavailable('The database is out of reach; nothing was changed.');
  return error;
}
