import { type FieldsOf, knownTypes } from '../model/kinds.ts';
import { type Kind, kinds } from '../model/record.ts';
import { type RecordTable, recordTable } from './record.ts';

export const tables = Object.fromEntries(kinds.map((kind) => [kind, recordTable(knownTypes[kind])])) as unknown as {
  [K in Kind]: RecordTable<FieldsOf<K>>;
};

/** The tables, for a kind that is known only at run time. */
export const recordTables = tables as unknown as Record<Kind, RecordTable<never>>;
