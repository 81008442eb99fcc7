import type { Fault } from '../../model/fault.ts';
import { type Given, type ImportRow, type ImportSource, type RowError, rowError, rowErrorOf } from '../../model/import/importRow.ts';
import type { MatchMethod, Ref } from '../../model/import/plan.ts';
import { parseJson } from '../../model/json.ts';
import { createNumberMap, digestOf } from '../../model/numberMap.ts';
import { type FieldError, fieldError } from '../../model/problem.ts';
import { type EntryKind, type Fields, isSame, type RecordOf, type RecordType } from '../../model/record.ts';
import type { VersionedRecord } from '../../store/record.ts';
import type { Read } from '../../store/store.ts';
import { createFileIds } from './fileIds.ts';

/** Runs a read on a snapshot of the store. A job renews the snapshot, so the plan of later rows may rest on a later state. */
export type ReadSnapshot = <I, O>(operation: Read<I, O>, input: I) => Promise<O>;

/** The state of a planning after earlier rows. */
export type Planning = ReturnType<typeof createPlanning>;

export function createPlanning(read: ReadSnapshot, match: MatchMethod, { columnOf, reading }: Pick<ImportSource, 'columnOf' | 'reading'>) {
  return {
    ...{ read, match, columnOf, rows: 0, ids: createFileIds(match) },
    /** Whether the file is a table, which may come from an export for a spreadsheet program. */
    isTable: reading.format === 'csv',
    /** Digests of the stored records and unique members that rows have used. Only one row may use each. */
    taken: createNumberMap(0),
    /** How many new records a parent has, for kinds with a maximum, by the digest of kind and parent. */
    counts: createNumberMap(),
    /** The stored artist or album for the identifiers of a record, by kind and id in the file; null if several have them. */
    byIdentifier: new Map<string, bigint | null>(),
    /** The identifiers of records without a stored one, by kind and id in the file. Lines of JSON, since objects take more memory. */
    identifiers: new Map<string, string>(),
  };
}

/** The identifiers of an artist or album of the file, if no stored record has them. */
export function identifiersOf(
  { identifiers }: Pick<Planning, 'identifiers'>,
  { kind, id }: Pick<ImportRow, 'kind' | 'id'>,
): Given[] | undefined {
  const lines = identifiers.get(`${kind} ${id}`)?.trimEnd().split('\n');
  return lines?.map((line) => parseJson(line).value as Given);
}

/** A row while it is planned. `above`, its artist and album: undefined if no earlier row has it, null if it is not imported. */
export type Draft = {
  row: ImportRow;
  number: number;
  above: { [K in EntryKind]?: Ref | null | undefined };
  errors: RowError[];
  isConflict: boolean;
  /** The record after the import. A member that refers to a record is a `Ref`. */
  record?: RecordOf<Fields>;
  found?: VersionedRecord<Fields> | undefined;
  /** Whether the name found the stored record, which then keeps its own spelling. */
  isFoundByName: boolean;
};

export function addError({ columnOf }: Planning, { row, errors }: Draft, ...found: FieldError[]): void {
  errors.push(...found.map((error) => rowErrorOf(error, (member) => columnOf(row.kind, member))));
}

export function refuse(planning: Planning, draft: Draft, member: string, ...fault: Fault): void {
  addError(planning, draft, fieldError(member && `/${member}`, ...fault));
}

export function conflict(draft: Draft, ...fault: Fault): undefined {
  draft.isConflict = true;
  draft.errors.push(rowError(fault));
}

/** Marks a value as taken. @returns whether an earlier row had taken it already */
export function markTaken({ taken }: Planning, value: string): boolean {
  const digest = digestOf(value);
  const wasTaken = taken.has(digest);
  taken.set(digest);
  return wasTaken;
}

/** Whether the record keeps the id that it has in the file. */
export const keepsId = ({ match }: Planning, { id }: ImportRow) => match === 'id' && id > 0n;

/** The members that differ from the stored record; all members of a new one. */
export function changedMembers(type: RecordType, { record, found }: Draft): (keyof Fields & string)[] {
  return found ? type.names.filter((name) => !isSame(record?.[name], found.record[name])) : type.names;
}
