import { type FieldsOf, factTypes } from '../model/kinds.ts';
import { type FactKind, factKinds, type RecordType } from '../model/record.ts';
import { type RecordTable, recordTable } from './record.ts';

/** The table of each kind of fact. */
export const factTables = Object.fromEntries(
  factKinds.map((kind) => [kind, recordTable(factTypes[kind] as unknown as RecordType)]),
) as unknown as { [K in FactKind]: RecordTable<FieldsOf<K>> };
