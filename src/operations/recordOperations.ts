import type { Actor } from '../model/actor.ts';
import type { Awaitable } from '../model/awaitable.ts';
import type { HistoryQuery } from '../model/history.ts';
import type { Fields, Kind, ListPathOf, PathOf, RecordOf } from '../model/record.ts';
import type { Conditions, Versioned } from '../model/versioned.ts';
import type { Ancestry, Place, RecordTable } from '../store/record.ts';
import type { Read, Reader, ReadOperation, Transaction, Write } from '../store/store.ts';
import {
  type Creation,
  createRecord,
  deleteRecord,
  patchRecord,
  type Reversion,
  readRecord,
  replaceRecord,
  type Update,
} from './record.ts';
import { revertRecord } from './reversion.ts';
import { type Asked, type HistoryReads, listHistory, readAt, readHistoric } from './revision.ts';

/** What can be done with every kind of record. `L`: the parameters of its list's path, `P`: of a record's path. */
export type RecordOperations<F extends Fields, L, P> = {
  create: Write<L & Creation<F>, Versioned<RecordOf<F>>>;
  read: ReadOperation<P, Versioned<RecordOf<F>>>;
  readAt: Read<P & Asked<{ at: number }>, Versioned<RecordOf<F>> | undefined>;
  replace: Write<P & Update<F>, Versioned<RecordOf<F>>>;
  patch: Write<P & Update<F>, Versioned<RecordOf<F>>>;
  remove: Write<P & { conditions: Conditions }, void>;
  revert: Write<P & Reversion, Versioned<RecordOf<F>>>;
  history: HistoryReads<F, P>;
};

/** The operations of a kind, under names in which its own name takes the place of `%`. */
export function operationsOf<const N extends string, K extends Kind, F extends Fields>(name: N, kind: K, table: RecordTable<F>) {
  type P = PathOf<K>;
  const own = `${kind}Id`;
  /** The parameters of a path become a place. */
  const at = <I extends object>({ [own]: id, ...input }: P & I & Record<string, unknown>) => ({ id, ...input }) as unknown as Place & I;
  return {
    read: (reader: Reader, path: P): Awaitable<Versioned<RecordOf<F>>> => readRecord(reader, table, at(path)),
    adding: called(name, {
      'create%': (tx: Transaction, actor: Actor, input: ListPathOf<K> & Creation<F>) =>
        createRecord(tx, actor, table, input as Ancestry & Creation<F>),
      'replace%': (tx: Transaction, actor: Actor, input: P & Update<F>) => replaceRecord(tx, actor, table, at<Update<F>>(input)),
      'patch%': (tx: Transaction, actor: Actor, input: P & Update<F>) => patchRecord(tx, actor, table, at<Update<F>>(input)),
      'revert%': (tx: Transaction, actor: Actor, input: P & Reversion) => revertRecord(tx, actor, table, at<Reversion>(input)),
    }),
    removing: called(name, {
      'delete%': (tx: Transaction, actor: Actor, input: P & { conditions: Conditions }) =>
        deleteRecord(tx, actor, table, at<{ conditions: Conditions }>(input)),
    }),
    past: called(name, {
      'read%At': (reader: Reader, asked: P & Asked<{ at: number }>) => readAt(reader, table.type, at<Asked<{ at: number }>>(asked)),
      'list%Revisions': (reader: Reader, asked: P & Asked<HistoryQuery>) => listHistory(reader, table.type, at<Asked<HistoryQuery>>(asked)),
      'read%Revision': (reader: Reader, asked: P & Asked<{ version: bigint }>) =>
        readHistoric(reader, table.type, at<Asked<{ version: bigint }>>(asked)),
    }),
  };
}

type Called<N extends string, T> = { [K in keyof T as K extends `${infer Before}%${infer After}` ? `${Before}${N}${After}` : never]: T[K] };

function called<N extends string, T extends object>(name: N, operations: T): Called<N, T> {
  return Object.fromEntries(Object.entries(operations).map(([pattern, run]) => [pattern.replace('%', name), run])) as Called<N, T>;
}
