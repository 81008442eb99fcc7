import { type FieldsOf, knownTypes } from '../model/kinds.ts';
import { type FactKind, factKinds } from '../model/record.ts';
import { type RecordTable, recordTable } from './record.ts';

export const factTables = Object.fromEntries(factKinds.map((kind) => [kind, recordTable(knownTypes[kind])])) as unknown as {
  [K in FactKind]: RecordTable<FieldsOf<K>>;
};
