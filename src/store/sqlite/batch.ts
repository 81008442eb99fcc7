import type { Actor } from '../../model/actor.ts';
import type { Context } from '../../model/context.ts';
import { Problem, unavailable } from '../../model/problem.ts';
import { failureOf, type Result } from '../../model/result.ts';
import type { IndexChange } from '../../model/search/indexed.ts';
import { codeOf } from '../fileRefusal.ts';
import { writeEntries } from '../search/entries.ts';
import type { Writes } from '../store.ts';
import { type Lag, lagOf } from './catchUp.ts';
import type { Connection } from './database.ts';
import { openTransaction } from './transaction.ts';

/** A write that is sent to the writer thread. Jobs and outcomes are plain data, since they are copied between threads. */
export type Job = { id: number; operation: string; actor: Actor; input: unknown; context: Context };
export type Outcome = { id: number } & Result;

/** The whole batch failed or has an unknown outcome. `reopen`: whether a new connection must be opened. */
export class BatchLost extends Error {
  readonly problem: Problem;
  readonly reopen: boolean;

  constructor(problem: Problem, reopen: boolean, options: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
    this.reopen = reopen;
  }
}

/** Sent only after the commit. `commitSeconds`: the duration of the commit; `lag`: the lag of the index after it. */
export type Batch = { outcomes: Outcome[]; commitSeconds: number; lag: Lag };

/**
 * Runs jobs in one transaction with one fsync at its end. A refused job leaves nothing behind and does not affect the others: usually it
 * has written nothing. If it has, the transaction is rolled back and all jobs run again, each with its own savepoint.
 *
 * @param known the lag of the index before, if it is known
 * @throws BatchLost where the transaction or its commit failed: then no job may be reported as a success
 */
export async function runBatch(connection: Connection, writes: Writes, jobs: Job[], known?: Lag): Promise<Batch> {
  let outcomes: Outcome[];
  let lag: Lag;
  let committed: () => void;
  try {
    const done = (await runJobs(connection, writes, jobs)) ?? (await runJobs(connection, writes, jobs, true));
    if (!done) throw new Error('a savepoint did not undo a write');
    outcomes = done.outcomes;
    committed = await connection.index.write(done.changes, (words, entries) => writeEntries(connection, words, entries));
    // Read before the commit: a failure after it would lose the answers of durable writes.
    lag = lagOf(connection, known);
  } catch (error) {
    rollBack(connection);
    throw lost(error);
  }
  const start = performance.now();
  try {
    connection.run('commit');
  } catch (error) {
    throw commitLost(connection, error);
  }
  committed();
  return { outcomes, commitSeconds: (performance.now() - start) / 1000, lag };
}

/** `changes` enter the search index in the same transaction. */
type Done = { outcomes: Outcome[]; changes: IndexChange[] };

/**
 * Leaves the transaction open, for its commit.
 *
 * @param savepoints whether each job gets a savepoint; SQLite then copies each page that the job writes
 * @returns undefined, after a rollback, if a job without a savepoint failed after writing
 */
async function runJobs(connection: Connection, writes: Writes, jobs: Job[], savepoints = false): Promise<Done | undefined> {
  connection.run('begin immediate');
  const { tx, ids } = openTransaction(connection);
  const done: Done = { outcomes: [], changes: [] };
  for (const job of jobs) {
    const savepoint = savepoints || job.context.keyed !== null;
    const outcome = await runJob({ connection, tx, ids, writes, savepoint }, job, done.changes);
    if (!outcome) {
      connection.run('rollback');
      return undefined;
    }
    done.outcomes.push(outcome);
  }
  ids.save();
  return done;
}

type JobContext = ReturnType<typeof openTransaction> & { connection: Connection; writes: Writes; savepoint: boolean };

/**
 * @param changes collects the job's changes of the index if it succeeds
 * @returns undefined if the job has no savepoint and failed after writing
 */
async function runJob(
  { connection, tx, ids, writes, savepoint }: JobContext,
  job: Job,
  changes: IndexChange[],
): Promise<Outcome | undefined> {
  const jobChanges: IndexChange[] = [];
  // All other changes enter the index from the revision log.
  const index = (change: IndexChange) => void (change.build !== undefined && jobChanges.push(change));
  const writtenBefore = connection.written();
  const restoreIds = ids.mark();
  const undo = () => {
    connection.run('rollback to job');
    restoreIds();
    jobChanges.length = 0;
  };
  if (savepoint) connection.run('savepoint job');
  try {
    const operation = writes[job.operation];
    if (!operation) throw new Error(`no such write: ${job.operation}`);
    const value = await operation.run({ ...tx, context: job.context, index, undo }, job.actor, job.input);
    if (savepoint) connection.run('release job');
    changes.push(...jobChanges);
    return { id: job.id, value };
  } catch (error) {
    // After a full disk or an I/O error SQLite may roll back the whole transaction despite the savepoint, so the batch is lost.
    if (!connection.database.inTransaction || codeOf(error) === 'SQLITE_FULL' || codeOf(error).startsWith('SQLITE_IOERR')) throw error;
    if (!savepoint && connection.written() > writtenBefore) return undefined;
    if (savepoint) {
      undo();
      connection.run('release job');
    } else restoreIds();
    return { id: job.id, ...failureOf(error) };
  }
}

function lost(error: unknown): BatchLost {
  const cause = { cause: error };
  if (codeOf(error) === 'SQLITE_FULL')
    return new BatchLost(new Problem('storage-full', 'The disk is full; nothing was changed.'), false, cause);
  return new BatchLost(unavailable('The store failed while writing; nothing was changed.'), true, cause);
}

/** COMMIT on a full disk leaves the transaction open and changes nothing. After any other failure the outcome is unknown. */
function commitLost(connection: Connection, error: unknown): BatchLost {
  if (codeOf(error) !== 'SQLITE_FULL') {
    return new BatchLost(unavailable('The store failed while committing; whether the change was kept is not known.'), true, {
      cause: error,
    });
  }
  rollBack(connection);
  return lost(error);
}

function rollBack(connection: Connection): void {
  if (connection.database.inTransaction) connection.run('rollback');
}
