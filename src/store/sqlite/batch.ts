import type { Actor } from '../../model/actor.ts';
import { Problem, type ProblemCode, type ProblemExtras } from '../../model/problem.ts';
import type { ChangeOperation, Kind, Transaction } from '../store.ts';
import type { Connection } from './database.ts';

/** A change on its way to the writer, and what became of it on its way back; both cross the thread as plain data. */
export type Job = { id: number; operation: string; actor: Actor; input: unknown };
export type Outcome = { id: number } & Result;
type Result =
  | { value: unknown }
  | { problem: { code: ProblemCode; detail: string } & ProblemExtras }
  | { error: { message: string; stack: string | undefined } };

// biome-ignore lint/suspicious/noExplicitAny: the registry holds operations of every input and result
export type Changes = Record<string, ChangeOperation<any, unknown>>;

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
  changes: Changes,
  jobs: Job[],
  onCommit?: (seconds: number) => void,
): Promise<Outcome[]> {
  const tx = openTransaction(connection);
  const outcomes: Outcome[] = [];
  try {
    connection.run('begin immediate');
    for (const job of jobs) outcomes.push(await runJob(connection, tx, changes, job));
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
  onCommit?.((performance.now() - start) / 1000);
  return outcomes;
}

async function runJob(connection: Connection, tx: Transaction, changes: Changes, job: Job): Promise<Outcome> {
  connection.run('savepoint job');
  try {
    const operation = changes[job.operation];
    if (!operation) throw new Error(`no such change: ${job.operation}`);
    const value = await operation(tx, job.actor, job.input);
    connection.run('release job');
    return { id: job.id, value };
  } catch (error) {
    // A full disk or an I/O error rolls back the whole transaction under the savepoint; then all neighbours are lost too.
    if (!connection.database.inTransaction || codeOf(error) === 'SQLITE_FULL' || codeOf(error).startsWith('SQLITE_IOERR')) throw error;
    connection.run('rollback to job');
    connection.run('release job');
    return { id: job.id, ...refusal(error) };
  }
}

function refusal(error: unknown): Result {
  if (error instanceof Problem) {
    const { code, message: detail, errors, headers } = error;
    return { problem: { code, detail, ...(errors && { errors }), ...(headers && { headers }) } };
  }
  return { error: { message: String(error), stack: error instanceof Error ? error.stack : undefined } };
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

function unavailable(detail: string): Problem {
  return new Problem('unavailable', detail, { headers: { 'Retry-After': '1' } });
}

function rollBack(connection: Connection): void {
  if (connection.database.inTransaction) connection.run('rollback');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function openTransaction(connection: Connection): Transaction {
  const { get, all, run } = connection;
  return { get, all, run, now: Date.now(), forUpdate: '', nextId: (kind) => nextId(connection, kind) };
}

/** Honoured ids stand in the sequence's way; a stretch of them is passed over in one look. */
function nextId(connection: Connection, kind: Kind): bigint {
  const row = connection.get('select next from sequence where kind = $1', kind);
  const next = row?.next as bigint;
  const taken = connection.get('select 1 as found from change where kind = $1 and id = $2 and version = 1', kind, next);
  const id = taken ? endOfStretch(connection, kind, next) : next;
  connection.run('update sequence set next = $1 where kind = $2', id + 1n, kind);
  return id;
}

function endOfStretch(connection: Connection, kind: Kind, from: bigint): bigint {
  const row = connection.get(
    `select id + 1 as free from change c where kind = $1 and version = 1 and id >= $2
       and not exists (select 1 from change n where n.kind = c.kind and n.id = c.id + 1 and n.version = 1)
     order by id limit 1`,
    kind,
    from,
  );
  return row?.free as bigint;
}
