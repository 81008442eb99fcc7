import type { Actor } from '../../model/actor.ts';
import type { Context } from '../../model/context.ts';
import { Problem, unavailable } from '../../model/problem.ts';
import type { Kind } from '../../model/record.ts';
import type { IndexChange } from '../../model/search/indexed.ts';
import type { Transaction, Writes } from '../store.ts';
import type { Connection } from './database.ts';
import { failureOf, type Result } from './result.ts';
import { writeEntries } from './searchIndex.ts';

/** A change on its way to the writer, and what became of it on its way back; both cross the thread as plain data. */
export type Job = { id: number; operation: string; actor: Actor; input: unknown; context: Context };
export type Outcome = { id: number } & Result;

/** The whole batch came to nothing, or to nobody knows what; `reopen` where the connection cannot be trusted any more. */
export class BatchLost extends Error {
  readonly problem: Problem;
  readonly reopen: boolean;

  constructor(problem: Problem, reopen: boolean, options: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
    this.reopen = reopen;
  }
}

/**
 * Runs jobs in one transaction with one fsync at its end. Each has a savepoint of its own, so a refused one leaves no
 * trace and harms no neighbour.
 *
 * @param onCommit hears the seconds that the commit took, once it is done
 * @returns an outcome for every job, after the commit
 * @throws BatchLost where the transaction or its commit failed: then no job may be called a success
 */
export async function runBatch(
  connection: Connection,
  writes: Writes,
  jobs: Job[],
  onCommit?: (seconds: number) => void,
): Promise<Outcome[]> {
  const tx = openTransaction(connection);
  const outcomes: Outcome[] = [];
  const changes: IndexChange[] = [];
  let committed: () => void;
  try {
    connection.run('begin immediate');
    for (const job of jobs) outcomes.push(await runJob(connection, tx, writes, job, changes));
    committed = await connection.index.write(changes, (words, entries) => writeEntries(connection, words, entries));
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
  onCommit?.((performance.now() - start) / 1000);
  return outcomes;
}

/** @param changes gets those of the index, where the job is done */
async function runJob(connection: Connection, tx: JobTransaction, writes: Writes, job: Job, changes: IndexChange[]): Promise<Outcome> {
  const own: IndexChange[] = [];
  const index = (change: IndexChange) => void own.push(change);
  const undo = () => {
    connection.run('rollback to job');
    own.length = 0;
  };
  connection.run('savepoint job');
  try {
    const operation = writes[job.operation];
    if (!operation) throw new Error(`no such write: ${job.operation}`);
    const value = await operation.run({ ...tx, context: job.context, index, undo }, job.actor, job.input);
    connection.run('release job');
    changes.push(...own);
    return { id: job.id, value };
  } catch (error) {
    // A full disk or an I/O error rolls back the whole transaction under the savepoint; then all neighbours are lost too.
    if (!connection.database.inTransaction || codeOf(error) === 'SQLITE_FULL' || codeOf(error).startsWith('SQLITE_IOERR')) throw error;
    connection.run('rollback to job');
    connection.run('release job');
    return { id: job.id, ...failureOf(error) };
  }
}

function lost(error: unknown): BatchLost {
  const cause = { cause: error };
  if (codeOf(error) === 'SQLITE_FULL')
    return new BatchLost(new Problem('storage-full', 'The disk is full; nothing was changed.'), false, cause);
  return new BatchLost(unavailable('The store failed while writing; nothing was changed.'), true, cause);
}

/** A failed COMMIT that left the transaction open changed nothing; after any other failure nobody knows. */
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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The number that the write's first revision gets, or what a move put in front of it. */
export const nextChangeset = '(select coalesce(max(seq), 0) + 1 + (select ahead from changeset) from revision)';

type JobTransaction = Omit<Transaction, 'context' | 'index' | 'undo'>;

function openTransaction(connection: Connection): JobTransaction {
  const { get, all, run } = connection;
  const nextId = (kind: Kind, taken?: bigint) => idAfter(connection, kind, taken);
  return {
    engine: 'sqlite',
    get,
    all,
    run,
    now: Date.now(),
    forUpdate: '',
    hold() {},
    takes: () => 'true',
    nextId,
    changeset: undefined,
    nextChangeset,
  };
}

/** Honoured ids are ahead of the sequence; a stretch of them is passed over in one look. */
function idAfter({ get, run }: Connection, kind: Kind, taken?: bigint): bigint {
  if (taken !== undefined) run('update sequence set next = $1 where kind = $2', endOfStretch(get, kind, taken), kind);
  return get('update sequence set next = next + 1 where kind = $1 returning next - 1 as id', kind)?.id as bigint;
}

function endOfStretch(get: Connection['get'], kind: Kind, from: bigint): bigint {
  const row = get(
    `select id + 1 as free from revision r where kind = $1 and version = 1 and id >= $2
       and not exists (select 1 from revision n where n.kind = r.kind and n.id = r.id + 1 and n.version = 1)
     order by id limit 1`,
    kind,
    from,
  );
  return row?.free as bigint;
}
