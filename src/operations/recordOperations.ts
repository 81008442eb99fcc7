import type { Actor } from '../model/actor.ts';
import type { Awaitable } from '../model/awaitable.ts';
import type { HistoryQuery } from '../model/history.ts';
import {
  type Fields,
  type Kind,
  kindRows,
  type ListPathOf,
  type NameOf,
  type PathOf,
  parentOf,
  type RecordOf,
  type SingleKind,
} from '../model/record.ts';
import type { Conditions, Versioned } from '../model/versioned.ts';
import type { Ancestry, Place, RecordTable } from '../store/record.ts';
import type { Read, Reader, ReadOperation, Transaction, Write } from '../store/store.ts';
import {
  type Creation,
  createRecord,
  deleteRecord,
  type Put,
  patchRecord,
  putRecord,
  type Reversion,
  readRecord,
  replaceRecord,
  type Update,
} from './record.ts';
import { revertRecord } from './reversion.ts';
import { type Asked, type HistoryReads, listHistory, readAt, readHistoric } from './revision.ts';

/** What can be done with every kind of record. `P`: the parameters of a record's path. */
export type CommonOperations<F extends Fields, P> = {
  read: ReadOperation<P, Versioned<RecordOf<F>>>;
  readAt: Read<P & Asked<{ at: number }>, Versioned<RecordOf<F>> | undefined>;
  patch: Write<P & Update<F>, Versioned<RecordOf<F>>>;
  remove: Write<P & { conditions: Conditions }, void>;
  revert: Write<P & Reversion, Versioned<RecordOf<F>>>;
  history: HistoryReads<F, P>;
};

/** What more can be done where there may be several under one parent. `L`: the parameters of their list's path. */
export type RecordOperations<F extends Fields, L, P> = CommonOperations<F, P> & {
  create: Write<L & Creation<F>, Versioned<RecordOf<F>>>;
  replace: Write<P & Update<F>, Versioned<RecordOf<F>>>;
};

/** And where there is one. */
export type SingleOperations<F extends Fields, P> = CommonOperations<F, P> & { put: Write<P & Update<F>, Put<F>> };

/** The operations of a kind, under names in which its own name takes the place of `%`. */
export function operationsOf<K extends Kind, F extends Fields>(kind: K, table: RecordTable<F>) {
  type P = PathOf<K>;
  const { adding, ...common } = commonOf<K, F>(kind, table);
  const at = placeOf<P>(kind);
  const own = called(kindRows[kind].name as NameOf<K>, {
    'create%': (tx: Transaction, actor: Actor, input: ListPathOf<K> & Creation<F>) =>
      createRecord(tx, actor, table, input as Ancestry & Creation<F>),
    'replace%': (tx: Transaction, actor: Actor, input: P & Update<F>) => replaceRecord(tx, actor, table, at<Update<F>>(input)),
  });
  return { ...common, adding: { ...adding, ...own } };
}

/** Those of a kind of which there is one under each parent. */
export function singleOperationsOf<K extends SingleKind, F extends Fields>(kind: K, table: RecordTable<F>) {
  const { adding, ...common } = commonOf<K, F>(kind, table);
  const at = placeOf<PathOf<K>>(kind);
  const own = called(kindRows[kind].name as NameOf<K>, {
    'put%': (tx: Transaction, actor: Actor, input: PathOf<K> & Update<F>) => putRecord(tx, actor, table, at<Update<F>>(input)),
  });
  return { ...common, adding: { ...adding, ...own } };
}

function commonOf<K extends Kind, F extends Fields>(kind: K, table: RecordTable<F>) {
  type P = PathOf<K>;
  const name = kindRows[kind].name as NameOf<K>;
  const at = placeOf<P>(kind);
  return {
    read: (reader: Reader, path: P): Awaitable<Versioned<RecordOf<F>>> => readRecord(reader, table, at(path)),
    adding: called(name, {
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

/** Makes the parameters of a path a place. What there is one of has the id of its parent. */
function placeOf<P>(kind: Kind) {
  const row = kindRows[kind];
  const parent = `${parentOf(kind)}Id`;
  return <I extends object>(input: P & I): Place & I => {
    const given = input as Record<string, unknown>;
    if (!('id' in row)) return { ...given, id: given[parent] } as Place & I;
    const { [row.id]: id, ...rest } = given;
    return { ...rest, id } as Place & I;
  };
}

type Called<N extends string, T> = { [K in keyof T as K extends `${infer Before}%${infer After}` ? `${Before}${N}${After}` : never]: T[K] };

function called<N extends string, T extends object>(name: N, operations: T): Called<N, T> {
  return Object.fromEntries(Object.entries(operations).map(([pattern, run]) => [pattern.replace('%', name), run])) as Called<N, T>;
}
