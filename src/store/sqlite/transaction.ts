import type { Kind } from '../../model/record.ts';
import type { Transaction } from '../store.ts';
import type { Connection } from './database.ts';

/** The number that the write's first revision gets, or what a move put in front of it. */
export const nextChangeset = '(select coalesce(max(seq), 0) + 1 + (select ahead from changeset) from revision)';

/** What all jobs of a transaction share, and the ids that it gives. */
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
    hold() {},
    takes: () => 'true',
    nextId: ids.next,
    changeset: undefined,
    nextChangeset,
  };
  return { tx, ids };
}

type Ids = {
  /** @param taken an id that it gave but that is or was taken: the next one is behind the stretch of ids that are */
  next(kind: Kind, taken?: bigint): bigint;
  /** @returns what makes it forget the ids given since */
  keep(): () => void;
  /** Writes which ids are next, once for all that were given; belongs before the commit. */
  save(): void;
};

function createIds({ get, run }: Connection): Ids {
  let nextIds: { [K in Kind]?: bigint } = {};
  return {
    next(kind, taken) {
      const id = taken === undefined ? (nextIds[kind] ?? startOf(get, kind)) : endOfStretch(get, kind, taken);
      nextIds[kind] = id + 1n;
      return id;
    },
    keep() {
      const before = { ...nextIds };
      return () => {
        nextIds = before;
      };
    },
    save() {
      for (const [kind, next] of Object.entries(nextIds)) run('update sequence set next = $1 where kind = $2', next, kind);
    },
  };
}

function startOf(get: Connection['get'], kind: Kind): bigint {
  return get('select next from sequence where kind = $1', kind)?.next as bigint;
}

/** Honoured ids are ahead of the sequence; a stretch of them is passed over in one look. */
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
