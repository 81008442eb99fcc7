import { type Fields, type Member, type RecordOf, type RecordType, type StoredValue, storedValueOf } from '../model/record.ts';
import type { Versioned } from '../model/versioned.ts';
import type { Row, Value } from './store.ts';

export type RecordRows<F extends Fields> = ReturnType<typeof rowsOf<F>>;

/** Turns rows of a kind into records, and records into the values of rows. */
export function rowsOf<F extends Fields>(type: RecordType<F>) {
  const { names, members } = type;
  const readers = names.map((name) => [name, (members[name] as Member<unknown>).read] as const);
  const orders = Object.entries(type.orders);

  function toRecord(row: Row): RecordOf<F> {
    const record: Record<string, unknown> = { id: row.id };
    for (const [name, read] of readers) record[name] = read(row[name] as StoredValue);
    return record as RecordOf<F>;
  }

  /** The values of the sort columns. */
  function ordersOf(record: RecordOf<F>): string[] {
    return orders.map(([, { of, make }]) => make(record[of] as string));
  }

  return {
    toRecord,
    ordersOf,
    toVersioned: (row: Row): Versioned<RecordOf<F>> => ({
      record: toRecord(row),
      version: row.version as bigint,
      changedAt: Number(row.changed_at),
      shape: type.shape,
    }),
    valuesOf: ({ record, version, changedAt }: Versioned<RecordOf<F>>, above: bigint[]): Value[] => [
      record.id,
      ...above,
      ...names.map((name) => storedValueOf(type, name, record)),
      version,
      changedAt,
      ...ordersOf(record),
    ],
    /** Whether the sort columns are correct for the members, or not filled yet. */
    isOrdered: (row: Row): boolean =>
      orders.every(([column, { of, make }]) => row[column] === null || row[column] === make(row[of] as string)),
  };
}
