import type { Actor } from '../model/actor.ts';
import type { FieldsOf } from '../model/kinds.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import {
  type FactKind,
  type Fields,
  isEntryKind,
  isSingle,
  isSourceKind,
  type Kind,
  kindRows,
  kinds,
  type ListPathOf,
  type NameOf,
  type PathOf,
  parentOf,
  type RecordOf,
  type SingleKind,
} from '../model/record.ts';
import type { Conditions, Versioned } from '../model/versioned.ts';
import { recordTables } from '../store/kinds.ts';
import type { Ancestry, RecordIds, RecordTable } from '../store/record.ts';
import { countSources } from '../store/source.ts';
import {
  type Read,
  type Reader,
  type ReadOperation,
  registerReads,
  type Transaction,
  type Write,
  type WriteOperation,
} from '../store/store.ts';
import { adding, withRight } from './guard.ts';
import { placesAbove, requireFound } from './place.ts';
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
import { type Redact, redactRecord } from './redaction.ts';
import { revertRecord } from './reversion.ts';
import { type HistoryReads, listHistory, type PastQuery, readAt, readHistoric } from './revision.ts';

/**
 * The operations of a kind of record. `L`: the path parameters of its list. `P`: those of a record. A kind with several records under one
 * parent has `create` and `replace`; a kind with one has `put`. Facts have `list`.
 */
export type Operations<F extends Fields, L, P> = {
  read: ReadOperation<P, Versioned<RecordOf<F>>>;
  readAt: Read<P & PastQuery<{ at: number }>, Versioned<RecordOf<F>> | undefined>;
  history: HistoryReads<F, P>;
  list: Read<PageQuery & L, SeekSlice<RecordOf<F>>>;
  create: Write<L & Creation<F>, Versioned<RecordOf<F>>>;
  put: Write<P & Update<F>, Put<F>>;
  replace: Write<P & Update<F>, Versioned<RecordOf<F>>>;
  patch: Write<P & Update<F>, Versioned<RecordOf<F>>>;
  remove: Write<P & { conditions: Conditions }, void>;
  revert: Write<P & Reversion, Versioned<RecordOf<F>>>;
  redact: Write<P & Redact, string[]>;
};

/** The operations of a kind that is known only at run time. */
export type SomeOperations = Operations<Fields, object, object>;
type OperationsOf<K extends Kind> = Operations<FieldsOf<K>, ListPathOf<K>, PathOf<K>>;

/** The operations of each kind, as clients call them: a write requires the right that the description of the kind names. */
export const recordOperations = Object.fromEntries(kinds.map((kind) => [kind, operationsOf(kind)])) as unknown as {
  [K in Kind]: OperationsOf<K>;
};

function operationsOf(kind: Kind) {
  const table = recordTables[kind] as unknown as RecordTable<Fields>;
  const { type } = table;
  const { name, rights } = type;
  const row = kindRows[kind];
  const placeFrom = placeOf(kind);
  const readOfPast = <O>(name: string, run: (reader: Reader, recordType: typeof type, input: never) => Promise<O>) =>
    registerReads({ [name]: (reader: Reader, input: object) => run(reader, type, placeFrom(input) as never) })[name];
  const write = <I, O>(name: string, run: WriteOperation<I, O>) => adding(withRight(rights.write, { [name]: run }))[name];
  const change = <O>(name: string, run: (tx: Transaction, actor: Actor, recordTable: typeof table, input: never) => Promise<O>) =>
    write(name, (tx, actor, input: object) => run(tx, actor, table, placeFrom(input) as never));
  const remove: WriteOperation<{ conditions: Conditions }, void> = (tx, actor, input) => deleteRecord(tx, actor, table, placeFrom(input));
  const redact: WriteOperation<Redact, string[]> = (tx, actor, input) => redactRecord(tx, actor, table, placeFrom(input));
  const several = {
    create: write(`create${name}`, (tx, actor, input: Ancestry & Creation<Fields>) => createRecord(tx, actor, table, input)),
    replace: change(`replace${name}`, replaceRecord),
  };
  return {
    read: (reader: Reader, path: object) => readRecord(reader, table, placeFrom(path)),
    readAt: readOfPast(`read${name}At`, readAt),
    history: { list: readOfPast(`list${name}Revisions`, listHistory), read: readOfPast(`read${name}Revision`, readHistoric) },
    ...('list' in row && !isEntryKind(kind) && { list: registerReads({ [`list${row.list}`]: listOf(table) })[`list${row.list}`] }),
    ...(isSingle(kind) ? { put: change(`put${name}`, putRecord) } : several),
    patch: change(`patch${name}`, patchRecord),
    remove: withRight(rights.remove, { [`delete${name}`]: remove })[`delete${name}`],
    revert: change(`revert${name}`, revertRecord),
    redact: withRight('administer', { [`redact${name}`]: redact })[`redact${name}`],
  };
}

/** Makes a place from the parameters of a path. A single record has the id of its parent. */
function placeOf(kind: Kind) {
  const row = kindRows[kind];
  const parent = `${parentOf(kind)}Id`;
  return <I>(input: I): RecordIds & I => {
    const given = input as Record<string, unknown>;
    if (!('id' in row)) return { ...given, id: given[parent] } as RecordIds & I;
    const { [row.id]: id, ...rest } = given;
    return { ...rest, id } as RecordIds & I;
  };
}

/** Lists the facts under a record in order of id, one page at a time. */
function listOf(table: RecordTable<Fields>) {
  return async (reader: Reader, { limit, offset, after, ...under }: PageQuery & Ancestry): Promise<SeekSlice<RecordOf<Fields>>> => {
    const place = placesAbove(table.type, under).at(-1);
    if (place) requireFound(place.kind, place, await recordTables[place.kind].find(reader, place));
    const found = await table.list(reader, under, { limit: limit + 1n, offset, after });
    const slice = sliceOf(found, { limit }, await table.count(reader, under), idCursor);
    const kind = table.type.kind as FactKind;
    return isSourceKind(kind) ? slice : withSources(reader, kind, slice);
  };
}

export async function withSources<T extends { id: bigint }>(reader: Reader, kind: FactKind, slice: SeekSlice<T>) {
  const ids = slice.records.map(({ id }) => id);
  const counted = await countSources(reader, kind, ids);
  return { ...slice, records: slice.records.map((record) => ({ ...record, sources: counted.get(record.id) ?? 0n })) };
}

type Numbered = Exclude<Kind, SingleKind>;
type Lists = { [K in Numbered & FactKind as `list${(typeof kindRows)[K]['list']}`]: OperationsOf<K>['list'] };
type History = { [K in Kind as `list${NameOf<K>}Revisions`]: OperationsOf<K>['history']['list'] } & {
  [K in Kind as `read${NameOf<K>}Revision`]: OperationsOf<K>['history']['read'];
};
type Called<V extends keyof Operations<never, never, never>, N extends string, K extends Kind = Kind, After extends string = ''> = {
  [One in K as `${N}${NameOf<One>}${After}`]: OperationsOf<One>[V];
};

const registered = Object.values(recordOperations).flatMap(({ history, ...own }) => [...Object.values(own), ...Object.values(history)]);
const having = (member: 'adds' | 'searches') =>
  Object.fromEntries(registered.filter((operation) => member in operation).map((operation) => [operation.name, operation]));

export const recordReads = having('searches') as unknown as Called<'readAt', 'read', Kind, 'At'> & History & Lists;
export const recordWrites = having('adds') as unknown as Called<'create', 'create', Numbered> &
  Called<'replace', 'replace', Numbered> &
  Called<'put', 'put', SingleKind> &
  Called<'patch', 'patch'> &
  Called<'remove', 'delete'> &
  Called<'revert', 'revert'> &
  Called<'redact', 'redact'>;
