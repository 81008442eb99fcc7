import type { Kind } from '../../model/record.ts';
import type { Transaction } from '../store.ts';
import type { Connection } from './database.ts';

/** SQL for the number of a write: that of its first revision, plus `ahead`, which only a move sets. */
export const nextChangeset = '(select coalesce(max(seq), 0) + 1 + (select ahead from changeset) from revision)';

/** Shared by all jobs of a batch. */
export function openTransaction(connection: Connection): { tx: Omit<Transaction, 'context' | 'index' | 'undo'>; ids: Ids } {
  const { get, all, run } = connection;
  const ids = createIds(connection);
  const tx = {
    engine: 'sqlite' as const,
    get,
    all,
    run,
    now: Date.now(),
    forUpdate: '' as const,
    lock() {},
    tryLock: () => true,
    nextId: ids.next,
    changeset: undefined,
    nextChangeset,
  };
  return { tx, ids };
}

type Ids = ReturnType<typeof createIds>;

function createIds({ get, run }: Connection) {
  let nextIds: { [K in Kind]?: bigint } = {};
  return {
    /** @param taken the last id returned, which turned out to be in use: the next one follows the run of used ids */
    next(kind: Kind, taken?: bigint): bigint {
      const id = taken === undefined ? (nextIds[kind] ?? startOf(get, kind)) : afterUsedIds(get, kind, taken);
      nextIds[kind] = id + 1n;
      return id;
    },
    /** @returns a function that releases the ids assigned since */
    mark(): () => void {
      const before = { ...nextIds };
      return () => {
        nextIds = before;
      };
    },
    /** Stores the next ids. Must run before the commit. */
    save(): void {
      for (const [kind, next] of Object.entries(nextIds)) run('update sequence set next = $1 where kind = $2', next, kind);
    },
  };
}

function startOf(get: Connection['get'], kind: Kind): bigint {
  return get('select next from sequence where kind = $1', kind)?.next as bigint;
}

/** Clients may have used ids ahead of the sequence. One query skips a whole run of them. */
function afterUsedIds(get: Connection['get'], kind: Kind, from: bigint): bigint {
  const row = get(
    `select id + 1 as free from revision r where kind = $1 and version = 1 and id >= $2
       and not exists (select 1 from revision n where n.kind = r.kind and n.id = r.id + 1 and n.version = 1)
     order by id limit 1`,
    kind,
    from,
  );
  return row?.free as bigint;
}
