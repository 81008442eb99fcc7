import type pg from 'pg';
import { noContext } from '../../model/context.ts';
import { maxInt64 } from '../../model/int64.ts';
import type { Kind } from '../../model/record.ts';
import type { IndexChange } from '../../model/search/indexed.ts';
import type { Row, Transaction, Value } from '../store.ts';
import { runPrepared, sendTogether } from './connections.ts';
import { lockNumbers } from './lockNumbers.ts';

/** `run` waits once this many statements are unanswered. */
const maxUnanswered = 20;

export type Failure = { error: unknown };

/**
 * Every statement is sent at once, `begin` in one message with the first. The server runs them in order. If one fails, the server refuses
 * all later ones, and each of them rejects with the first failure. This also holds if `begin` fails, since outside a transaction the
 * connection cannot write. `run` does not wait for its answer.
 *
 * @param undoable whether `undo` may be called, which takes a savepoint
 */
export function openTransaction(client: pg.PoolClient, undoable = false) {
  const changes: IndexChange[] = [];
  let begun: Promise<unknown> | undefined;
  const locks = new Map<bigint, 'shared' | 'exclusive'>();
  let failure: Failure | undefined;
  /** Resolves with the answer to the last statement that was sent. Answers arrive in order. */
  let last: Promise<unknown> = Promise.resolve();
  let unanswered = 0;

  function send<T>(statement: () => Promise<T>): Promise<T> {
    unanswered++;
    sendTogether(client);
    const statementDone = statement()
      .catch((error) => {
        failure ??= { error };
        throw failure.error;
      })
      .finally(() => void unanswered--);
    last = statementDone.catch(() => {});
    return statementDone;
  }

  /** Waits for the answers to all sent statements. @returns the first failure, if any */
  async function answered(): Promise<Failure | undefined> {
    await last;
    return failure;
  }

  function begin(nextStatement = ''): Promise<unknown> {
    begun ??= send(() => client.query(`begin read write${nextStatement}${undoable ? '; savepoint begun' : ''}`));
    return begun;
  }

  function all(sql: string, ...values: Value[]): Promise<Row[]> {
    void begin();
    return send(() => runPrepared(client, sql, values));
  }

  async function run(sql: string, ...values: Value[]): Promise<void> {
    void begin();
    void send(() => runPrepared(client, sql, values));
    if (unanswered >= maxUnanswered) await last;
  }

  async function lock(account: bigint, how: 'shared' | 'exclusive'): Promise<void> {
    if (locks.get(account) === 'exclusive' || locks.get(account) === how) return;
    locks.set(account, how);
    // An advisory lock is in memory. A row lock would be written, and shared row locks could starve an exclusive one.
    const name = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
    const statement = `select ${name}(${lockNumbers.account}, ${BigInt.asIntN(32, account)})`;
    // Later statements wait for the lock in the server.
    void (begun ? send(() => client.query(statement)) : begin(`; ${statement}`));
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
    lock,
    tryLock: async (name) => (await all('select 1 as mine where pg_try_advisory_xact_lock(hashtextextended($1, 0))', name)).length > 0,
    nextId: (kind, taken) => nextId(tx, kind, taken),
    changeset: undefined,
    nextChangeset: `nextval('changeset')`,
  };
  return { tx, begin, changes, answered };
}

/**
 * The next id of the sequence. If `taken` is in use, one query skips the whole run of used ids. Two transactions may choose the same id;
 * then the unique key of the revision log refuses the second.
 */
async function nextId(tx: Transaction, kind: Kind, taken?: bigint): Promise<bigint> {
  const row =
    taken === undefined
      ? await tx.get(`select nextval('${kind}_id') as id`)
      : await tx.get(
          `select setval('${kind}_id', greatest((select last_value from ${kind}_id), (
             select ${after('id')} from revision r where kind = $1 and version = 1 and id >= $2
               and not exists (select 1 from revision n where n.kind = r.kind and n.id = ${after('r.id')} and n.version = 1)
             order by id limit 1))) as id`,
          kind,
          taken,
        );
  return row?.id as bigint;
}

/** SQL for the next id, or null: PostgreSQL may also compute it for rows that it discards, and the largest id plus 1 would be an error. */
function after(id: string): string {
  return `case when ${id} < ${maxInt64} then ${id} + 1 end`;
}
