import { noContext } from '../../model/context.ts';
import { unavailable } from '../../model/problem.ts';
import { checkCounts } from '../counts.ts';
import { checkIndex } from '../search/check.ts';
import { createSlowReads } from '../slowReads.ts';
import { createSnapshots } from '../snapshots.ts';
import type { CommitObserver, Reader, ReadOperation, Report, Store } from '../store.ts';
import { breakConnections, createPool } from './connections.ts';
import { migrations } from './migrations.ts';
import { retryUntilAvailable } from './retryUntilAvailable.ts';
import { startSequencer } from './sequencer.ts';
import { shareReads } from './sharedRead.ts';
import { readInSnapshot } from './slowRead.ts';
import { openSnapshot, readerOn, snapshot } from './snapshot.ts';
import { prepareServer } from './start.ts';
import { asProblem, runTransaction, type TransactionObserver } from './transaction.ts';
import { startWatch } from './watch.ts';

/** The most requests that wait for a connection. Further ones are refused. */
const maxWaiting = 5_000;

export type PostgresOptions = {
  url: string;
  poolSize: number;
  /** How many slow reads run at once. Each has a connection from a separate pool. */
  readers: number;
  create: boolean;
  report: Report;
  onCommit?: CommitObserver | undefined;
};

/** Waits for the server, then creates or upgrades the store. Any number of nodes may serve it. @throws StartRefused */
export function servePostgres(options: Omit<PostgresOptions, 'create'>): Promise<Store> {
  return retryUntilAvailable(() => openPostgres({ ...options, create: true }), options.report);
}

/** Does not wait for the server. @throws StartRefused */
export async function openPostgres({ url, poolSize, readers, create, report, onCommit }: PostgresOptions): Promise<Store> {
  await prepareServer(url, migrations, create, (line) => report(line, 'info'));
  const pool = createPool(url, poolSize, { pipeline: true });
  // The best plan of a search depends on how frequent its words are, so each search is planned anew.
  const settings = ' -c plan_cache_mode=force_custom_plan -c random_page_cost=1.1';
  const slowPool = createPool(url, readers, { settings, pipeline: true });
  const slowReads = createSlowReads(readers);
  const openSnapshots = createSnapshots((lost) => withProblems(openSnapshot(url, lost)));
  const watch = await startWatch(url, report, () => {
    breakConnections(pool);
    breakConnections(slowPool);
    sequencer.breakConnection();
  });
  const sequencer = startSequencer(url, watch.up, report);
  const shared = shareReads(pool);
  const reader: Reader = {
    ...readerOn(pool),
    getShared: shared.get,
  };
  const waiting = () => pool.waitingCount + shared.waiting();
  let reads = 0;
  let writes = 0;
  let retries = 0;
  const observer: TransactionObserver = {
    onCommit(count, seconds) {
      writes += count;
      onCommit?.(count, seconds);
    },
    onRetry: () => void retries++,
  };

  function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (waiting() >= maxWaiting) return Promise.reject(unavailable('Too many requests are waiting; nothing was changed.'));
    return watch.whileUp(work);
  }

  return {
    read<I, O>(operation: ReadOperation<I, O>, input: I) {
      reads++;
      return bounded(() => withProblems(Promise.resolve(operation(reader, input))));
    },
    readSlow({ run }, input, caller) {
      reads++;
      return slowReads.run(caller, (stop) => watch.whileUp(() => withProblems(readInSnapshot(slowPool, pool, run, input, stop))));
    },
    async openSnapshot(caller) {
      const { end, read } = await openSnapshots.open(caller);
      return { end, read: (operation, input) => watch.whileUp(() => withProblems(read(operation, input))) };
    },
    snapshot: (operation, input) => watch.whileUp(() => withProblems(snapshot(url, operation, input))),
    write: (operation, actor, input, context = noContext) =>
      bounded(() =>
        runTransaction(pool, (tx) => operation.run({ ...tx, context }, actor, input), { ...observer, undoable: context.keyed !== null }),
      ),
    // Uses no connection of the pool: if all are in use, the node is busy but works. Without it, the other nodes would be even
    // busier.
    ready: async () => watch.up(),
    async size() {
      const row = await bounded(() => withProblems(Promise.resolve(reader.get('select pg_database_size(current_database()) as bytes'))));
      return Number(row?.bytes);
    },
    checkIntegrity: () => withProblems(snapshot(url, checkIntegrity, null)),
    figures() {
      const { totalCount, idleCount } = pool;
      const unnumbered = sequencer.figures();
      return {
        up: watch.up(),
        reads,
        writes,
        slowReads: slowReads.figures(),
        postgres: { connections: totalCount, idle: idleCount, waiting: waiting(), retries, unnumbered },
      };
    },
    async close() {
      await sequencer.stop();
      await watch.stop();
      await Promise.all([pool.end(), slowPool.end(), openSnapshots.close()]);
    },
  };
}

/** Turns failures of the server into problems. */
async function withProblems<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asProblem(error);
  }
}

/** PostgreSQL checks its pages and keys itself. This checks that the revision log has no gaps, and the counts and the search index. */
async function checkIntegrity(reader: Reader, _input: null): Promise<string[]> {
  const log = await reader.get('select count(*) as rows, coalesce(max(seq), 0) as last from revision where seq is not null');
  return [
    ...(log?.rows === log?.last ? [] : [`the revision log has ${log?.rows} numbered rows but its last number is ${log?.last}`]),
    ...(await checkCounts(reader)),
    ...(await checkIndex(reader)),
  ];
}
