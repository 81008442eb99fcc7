import { type FieldsOf, factTypes } from '../model/kinds.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import {
  type FactKind,
  factKinds,
  isSingle,
  isSourceKind,
  kindRows,
  type ListPathOf,
  type RecordOf,
  type SingleKind,
} from '../model/record.ts';
import { factTables } from '../store/factTables.ts';
import { recordTables } from '../store/kinds.ts';
import type { Ancestry, RecordTable } from '../store/record.ts';
import type { Reader } from '../store/store.ts';
import { type AllGuarded, withRight } from './guard.ts';
import { placesAbove, requireFound } from './place.ts';
import { operationsOf, singleOperationsOf } from './recordOperations.ts';
import { withSources } from './source.ts';

type NumberedFact = Exclude<FactKind, SingleKind>;

/** The operations of a kind of fact; those of which there may be several under one parent have a list. */
type OperationsOf<K extends FactKind> = K extends SingleKind
  ? ReturnType<typeof singleOperationsOf<K, FieldsOf<K>>> & { list: undefined }
  : ReturnType<typeof operationsOf<K, FieldsOf<K>>> & { list: ListOf<K> };

type ListOf<K extends FactKind> = (reader: Reader, input: PageQuery & ListPathOf<K>) => Promise<SeekSlice<RecordOf<FieldsOf<K>>>>;

export const factOperations = Object.fromEntries(
  factKinds.map((kind) => {
    const table = factTables[kind] as unknown as RecordTable<object>;
    return [kind, isSingle(kind) ? singleOperationsOf(kind, table) : { ...operationsOf(kind, table), list: listOf(table) }];
  }),
) as unknown as { [K in FactKind]: OperationsOf<K> };

/** Lists what is under a record, a page at a time, in order of id. */
function listOf(table: RecordTable<object>) {
  return async (reader: Reader, { limit, offset, after, ...under }: PageQuery & Ancestry): Promise<SeekSlice<RecordOf<object>>> => {
    const place = placesAbove(table.type, under).at(-1);
    if (place) requireFound(place.kind, place, await recordTables[place.kind].find(reader, place));
    const found = await table.list(reader, under, { limit: limit + 1n, offset, after });
    const slice = sliceOf(found, { limit }, await table.count(reader, under), idCursor);
    const kind = table.type.kind as FactKind;
    return isSourceKind(kind) ? slice : withSources(reader, kind, slice);
  };
}

type Group = 'adding' | 'removing' | 'past';
type AllOf<G extends Group> = Intersection<{ [K in FactKind]: OperationsOf<K>[G] }[FactKind]>;
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** The writes of all kinds of fact, under the rights that their descriptions name. */
export const factWrites = {
  adding: merged((kind) => withRight(factTypes[kind].rights.write, factOperations[kind].adding)) as AllGuarded<AllOf<'adding'>>,
  removing: merged((kind) => withRight(factTypes[kind].rights.remove, factOperations[kind].removing)) as AllGuarded<AllOf<'removing'>>,
};

/** What may be read of all kinds of fact as a slow read: their lists and their past. */
export const factReads = merged((kind) => {
  const row = kindRows[kind];
  const { past, list } = factOperations[kind];
  return { ...past, ...('list' in row && { [`list${row.list}`]: list }) };
}) as AllOf<'past'> & { [K in NumberedFact as `list${(typeof kindRows)[K]['list']}`]: ListOf<K> };

function merged(operations: (kind: FactKind) => object): object {
  return Object.assign({}, ...factKinds.map(operations));
}
