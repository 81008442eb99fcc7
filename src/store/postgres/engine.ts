import type pg from 'pg';
import type { CommitObserver, Reader, ReadOperation, Store } from '../store.ts';
import { breakConnections, createPool, runPrepared } from './connections.ts';
import { migrations } from './migrations/index.ts';
import { numberAll, startSequencer } from './sequencer.ts';
import { prepareServer } from './start.ts';
import { asProblem, runTransaction, type TransactionObserver, unavailable } from './transaction.ts';
import { startWatch } from './watch.ts';

/** Requests that may wait for a connection at once; more are turned away. */
const maxWaiting = 5_000;

export type PostgresOptions = {
  url: string;
  poolSize: number;
  create: boolean;
  report(fault: string): void;
  onCommit?: CommitObserver | undefined;
};

/** Opens the store on a PostgreSQL server, made and brought up to date where needed. Any number of nodes may. @throws StartRefused */
export async function openPostgres({ url, poolSize, create, report, onCommit }: PostgresOptions): Promise<Store> {
  await prepareServer(url, migrations, create);
  const pool = createPool(url, poolSize);
  const watch = startWatch(url, report, () => breakConnections(pool));
  const sequencer = startSequencer(pool);
  const reader = poolReader(pool);
  let reads = 0;
  let changes = 0;
  let retries = 0;
  const heard: TransactionObserver = {
    onCommit(count, seconds) {
      changes += count;
      onCommit?.(count, seconds);
    },
    onRetry: () => void retries++,
  };

  function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (pool.waitingCount >= maxWaiting) return Promise.reject(unavailable('Too many requests are waiting; nothing was changed.'));
    return watch.whileUp(work);
  }

  return {
    read<I, O>(operation: ReadOperation<I, O>, input: I) {
      reads++;
      return bounded(() =>
        operation(reader, input).catch((error) => {
          throw asProblem(error);
        }),
      );
    },
    change: (operation, actor, input) => bounded(() => runTransaction(pool, (tx) => operation(tx, actor, input), heard)),
    ready: () => watch.whileUp(async () => (await reader.get('select artists from total')) !== undefined),
    checkIntegrity: () => checkIntegrity(pool),
    figures() {
      const { totalCount, idleCount, waitingCount } = pool;
      return { up: watch.up(), reads, changes, postgres: { connections: totalCount, idle: idleCount, waiting: waitingCount, retries } };
    },
    async close() {
      await sequencer.stop();
      await watch.stop();
      await pool.end();
    },
  };
}

function poolReader(pool: pg.Pool): Reader {
  return {
    get: async (sql, ...values) => (await runPrepared(pool, sql, values))[0],
    all: (sql, ...values) => runPrepared(pool, sql, values),
  };
}

/**
 * PostgreSQL checks its pages and keys itself; what is left is that the change log is numbered without a gap and the total is
 * right, both as one statement sees them.
 */
async function checkIntegrity(pool: pg.Pool): Promise<string[]> {
  // Whoever checks the log next reads it by number.
  await numberAll(pool);
  const { rows } = await pool.query(
    'select count(*) as rows, coalesce(max(seq), 0) as last, (select artists from total) as total, (select count(*) from artist) as artists from change where seq is not null',
  );
  const { rows: numbered, last, total, artists } = rows[0];
  return [
    ...(numbered === last ? [] : [`the change log has ${numbered} numbered rows but its last number is ${last}`]),
    ...(total === artists ? [] : [`the total says ${total} artists, there are ${artists}`]),
  ];
}
