import pg from 'pg';
import { noContext } from '../../model/context.ts';
import { Problem, unavailable } from '../../model/problem.ts';
import type { IndexChange } from '../../model/search/indexed.ts';
import { createIndexWriter, type IndexWriter } from '../search/indexWriter.ts';
import type { CommitObserver, Row, Transaction, Value } from '../store.ts';
import { causeOf, forgetWarnings, missedStandby, runPrepared, sendTogether } from './connections.ts';
import { isOfMixedSessions, isRefusal, kindOf } from './failures.ts';
import { lockNumbers } from './lockNumbers.ts';
import { nextId } from './nextId.ts';
import { writeEntries } from './searchIndex.ts';

const maxAttempts = 10;

export type TransactionObserver = { onCommit?: CommitObserver; onRetry?(): void };
/** `undoable`: whether the work may take back what it wrote and go on. */
type How = TransactionObserver & { undoable?: boolean };

const indexWriters = new WeakMap<pg.Pool, IndexWriter>();

/**
 * Runs work in one transaction, again from its start when it lost a race (40001, 40P01), and resolves once it is durable:
 * with synchronous standbys configured, once they have it too.
 *
 * @param how callbacks for the commit, and for each attempt that is made again
 * @throws what the work throws, after rolling back; Problem `unavailable` where the server is out of reach, or where the
 * outcome of the commit is unknown, which is never called a success and never a failure
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

/** The commit was sent, and whether it was kept is not known. */
class UnknownOutcome extends Problem {
  constructor() {
    super('unavailable', 'The store was lost while committing; whether the write was kept is not known. Read the record to know.', {
      retryAfter: 1,
    });
  }
}

/**
 * Goes along with the statements that are not answered yet: the server keeps nothing of a transaction in which one failed.
 *
 * @param answered resolves once all of them are
 * @returns when they were
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

/** @returns false where the connection cannot be used again: it broke, or still runs a statement we gave up */
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

/** Statements without a result that are not waited for at a time. */
const mostUnanswered = 20;

type Failure = { error: unknown };
type Opened = {
  tx: Transaction;
  begin(): Promise<unknown>;
  changes: IndexChange[];
  /** Waits for the answers to all that was sent. @returns why the first failed that did */
  answered(): Promise<Failure | undefined>;
};

/**
 * The transaction begins with its first statement; what it holds first and where it may go back to go along with that, in the same
 * message. What gives nothing back is not waited for: where it fails, so does all that follows, and says why it failed.
 */
function openTransaction(client: pg.PoolClient, undoable = false): Opened {
  const changes: IndexChange[] = [];
  let begun: Promise<unknown> | undefined;
  const held = new Map<bigint, 'shared' | 'alone'>();
  let failure: Failure | undefined;
  /** Answers come in order. */
  let last: Promise<unknown> = Promise.resolve();
  let unanswered = 0;

  function send<T>(statement: () => Promise<T>): Promise<T> {
    unanswered++;
    sendTogether(client);
    const told = statement()
      .catch((error) => {
        failure ??= { error };
        throw failure.error;
      })
      .finally(() => void unanswered--);
    last = told.catch(() => {});
    return told;
  }

  async function answered(): Promise<Failure | undefined> {
    await last;
    return failure;
  }

  function begin(first = ''): Promise<unknown> {
    begun ??= send(() => client.query(`begin${first}${undoable ? '; savepoint begun' : ''}`));
    return begun;
  }

  async function all(sql: string, ...values: Value[]): Promise<Row[]> {
    const beginning = begin();
    // Only what changes nothing may run where nothing has begun.
    if (!sql.startsWith('select ')) await beginning;
    return send(() => runPrepared(client, sql, values));
  }

  async function run(sql: string, ...values: Value[]): Promise<void> {
    await begin();
    void send(() => runPrepared(client, sql, values));
    if (unanswered >= mostUnanswered) await last;
  }

  async function hold(account: bigint, how: 'shared' | 'alone'): Promise<void> {
    if (held.get(account) === 'alone' || held.get(account) === how) return;
    held.set(account, how);
    // A lock of the transaction, in memory: locks of the row would be written, and let those who share starve who waits.
    const name = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
    const lock = `select ${name}(${lockNumbers.account}, ${BigInt.asIntN(32, account)})`;
    // What follows waits for it in the server.
    void (begun ? send(() => client.query(lock)) : begin(`; ${lock}`));
  }

  const tx: Transaction = {
    engine: 'postgres',
    now: Date.now(),
    context: noContext,
    forUpdate: ' for update',
    get: async (sql, ...values) => (await all(sql, ...values))[0],
    all,
    run,
    index: (change) => void changes.push(change),
    async undo() {
      changes.length = 0;
      await send(() => client.query('rollback to savepoint begun'));
      if (failure) throw failure.error;
    },
    hold,
    takes: (name) => `pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`,
    nextId: (kind, taken) => nextId(tx, kind, taken),
    changeset: undefined,
    nextChangeset: `nextval('changeset')`,
  };
  return { tx, begin, changes, answered };
}

/** What people may see of a failure: that it will pass, or, for a defect, what the log should know. */
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
