import { type Awaitable, chain } from '../model/awaitable.ts';
import type { Content } from '../model/content.ts';
import { maxInt64 } from '../model/int64.ts';
import type { PageQuery } from '../model/page.ts';
import {
  type EntryKind,
  entryKinds,
  type Fields,
  isSame,
  isSearchedKind,
  type RecordOf,
  type RecordType,
  storedValueOf,
} from '../model/record.ts';
import { isIndexedAlike } from '../model/search/indexed.ts';
import type { Versioned } from '../model/versioned.ts';
import { jsonOf } from './elements.ts';
import { seekFar } from './farOffset.ts';
import { insertMany } from './insertMany.ts';
import { ancestorColumns, quoted } from './recordColumns.ts';
import { type RecordRows, rowsOf } from './recordRows.ts';
import { type RecordStatements, statementsOf } from './recordStatements.ts';
import { toContent } from './revision.ts';
import type { Reader, Row, Transaction } from './store.ts';

/** The ids of the records above a record. Its type lists their kinds in `ancestors`. */
export type Ancestry = { [A in EntryKind as `${A}Id`]?: bigint | undefined };

/** The place of a record: its id, and the ids above it. Under other ids it is not found. */
export type RecordIds = Ancestry & { id: bigint };

/** A record without its version. */
export type Found<F extends Fields> = { record: RecordOf<F> } & Ancestry;

export type VersionedRecord<F extends Fields> = Versioned<RecordOf<F>> & Ancestry;

/** A record with its row in the log, if the log has the same version. */
export type State<F extends Fields> = {
  record: RecordOf<F>;
  version: bigint;
  logged: Content | undefined;
  /** Whether the log has it under the same parents. */
  placed: boolean;
  /** Whether the sort columns are empty, or as computed from its members. */
  ordered: boolean;
};

export type RecordTable<F extends Fields> = { type: RecordType<F> } & ReturnType<typeof readsOf<F>> & ReturnType<typeof writesOf<F>>;

/** The table of a kind of record: its reads and writes are made from its description. */
export function recordTable<F extends Fields>(type: RecordType<F>): RecordTable<F> {
  const sql = statementsOf(type);
  const rows = rowsOf(type);
  return { type, ...readsOf(type, sql, rows), ...writesOf(type, sql, rows) };
}

function readsOf<F extends Fields>(type: RecordType<F>, sql: RecordStatements, { toRecord, toVersioned, isOrdered }: RecordRows<F>) {
  const above = ancestorColumns(type);
  const idsAbove = idsAboveOf(type);
  const parentIn = (place: Ancestry) => idsAbove(place).slice(-1);
  const isAt = (place: RecordIds, row: Row | undefined) => idsAbove(place).every((id, i) => row?.[above[i] as string] === id);
  const toResult = (row: Awaitable<Row | undefined>) => chain(row, (found) => found && toVersioned(found));

  const ancestryOf = ({ artist_id, album_id }: Row) => ({
    artistId: artist_id as bigint | undefined,
    albumId: album_id as bigint | undefined,
  });

  return {
    toRecord,
    find: (reader: Reader, place: RecordIds): Awaitable<Versioned<RecordOf<F>> | undefined> =>
      toResult(
        reader.getShared
          ? reader.getShared(sql.findShared, place.id).then((row) => (isAt(place, row) ? row : undefined))
          : reader.get(sql.find, place.id, ...idsAbove(place)),
      ),
    /** Finds a record and locks it until the transaction ends, with the records that belong to it. */
    lock: (tx: Transaction, place: RecordIds): Awaitable<Versioned<RecordOf<F>> | undefined> =>
      toResult(tx.get(sql.find + tx.forUpdate, place.id, ...idsAbove(place))),
    /** Returns those of the ids that have a record. @param lock `tx.forUpdate` to lock the records */
    async listExisting(reader: Reader, ids: bigint[], lock: Transaction['forUpdate'] = ''): Promise<Set<bigint>> {
      const found = await reader.all(sql.existingIds(reader) + lock, jsonOf(ids));
      return new Set(found.map(({ id }) => id as bigint));
    },
    /** A page of the records under a parent in order of id. It begins after the id `after`, or else skips `offset` records. */
    list(reader: Reader, under: Ancestry, page: PageQuery): Awaitable<RecordOf<F>[]> {
      const parent = parentIn(under);
      return chain(seekFar(reader, page, type.kind, sql.under, ...parent), ({ limit, offset, after: last }) => {
        const found =
          last === undefined ? reader.all(sql.pageAt, ...parent, limit, offset) : reader.all(sql.pageAfter, ...parent, last, limit);
        return chain(found, (rows) => rows.map(toRecord));
      });
    },
    async listByIds(reader: Reader, ids: bigint[]): Promise<VersionedRecord<F>[]> {
      if (ids.length === 0) return [];
      return (await reader.all(sql.byIds(reader), jsonOf(ids))).map((row) => ({ ...toVersioned(row), ...ancestryOf(row) }));
    },
    /** The records under some parents. */
    async listUnder(reader: Reader, parents: bigint[]): Promise<VersionedRecord<F>[]> {
      if (parents.length === 0) return [];
      return (await reader.all(sql.byParents(reader), jsonOf(parents))).map((row) => ({ ...toVersioned(row), ...ancestryOf(row) }));
    },
    /** The next `limit` records after an id, of all artists, in order of id. */
    listAfter: async (reader: Reader, after: bigint, limit: number): Promise<Found<F>[]> =>
      (await reader.all(sql.next, after, limit)).map((row) => ({ record: toRecord(row), ...ancestryOf(row) })),
    /** The id of another record of the parent that has the same values in the members which must be unique together. */
    async findAlike(reader: Reader, place: RecordIds, record: F): Promise<bigint | undefined> {
      const values = type.unique.map((name) => storedValueOf(type, name as keyof F & string, record));
      const notNull = values.filter((value) => value !== null);
      let n = 2;
      const alike = type.unique.map((name, i) => (values[i] === null ? `${quoted(name)} is null` : `${quoted(name)} = $${++n}`));
      const found = await reader.get(sql.findAlike(alike.join(' and ')), ...parentIn(place), place.id, ...notNull);
      return found?.id as bigint | undefined;
    },
    async count(reader: Reader, under: Ancestry): Promise<bigint> {
      return (await reader.get(sql.countUnder, ...parentIn(under)))?.records as bigint;
    },
    /** The number of records that refer to the record `id` in their member `name`. */
    async countNaming(reader: Reader, name: keyof F & string, id: bigint): Promise<bigint> {
      return (await reader.get(sql.countNaming(name), id))?.records as bigint;
    },
    /** As `listAfter`, but with what the log has of each record. */
    async listStates(reader: Reader, after: bigint, limit: number): Promise<State<F>[]> {
      const found = await reader.all(sql.states, after, limit);
      return found.map((row) => ({
        record: toRecord(row),
        version: row.version as bigint,
        placed: entryKinds.every((kind) => row[`logged_${kind}_id`] === (row[`${kind}_id`] ?? null)),
        ordered: isOrdered(row),
        logged: row.shape === null ? undefined : toContent(row),
      }));
    },
  };
}

function writesOf<F extends Fields>(type: RecordType<F>, sql: RecordStatements, { toRecord, ordersOf, valuesOf }: RecordRows<F>) {
  const { kind, names } = type;
  const idsAbove = idsAboveOf(type);
  const rowOf = (placed: VersionedRecord<F>) => valuesOf(placed, idsAbove(placed));
  const orders = Object.entries(type.orders);
  const searched = isSearchedKind(kind);
  const index = (tx: Transaction, id: bigint, record?: RecordOf<F>, build?: bigint) =>
    searched && tx.index({ type: type as unknown as RecordType<never>, id, record, build });

  return {
    async insert(tx: Transaction, created: VersionedRecord<F>): Promise<void> {
      index(tx, created.record.id, created.record);
      await tx.run(sql.insert, ...rowOf(created));
    },
    async insertAll(tx: Transaction, created: VersionedRecord<F>[]): Promise<void> {
      for (const { record } of created) index(tx, record.id, record);
      await insertMany(tx, kind, sql.written, created.map(rowOf));
    },
    /** Replaces existing records and inserts missing ones, in few statements. */
    async putAll(tx: Transaction, put: VersionedRecord<F>[]): Promise<void> {
      for (const { record } of put) index(tx, record.id, record);
      await insertMany(tx, kind, sql.written, put.map(rowOf), sql.orReplace);
    },
    /** @param former the stored record; unchanged columns are not written again, nor are their indexes */
    async update(tx: Transaction, former: RecordOf<F>, { record, version, changedAt }: Versioned<RecordOf<F>>): Promise<void> {
      if (!isIndexedAlike(type, former, record)) index(tx, record.id, record);
      const changed = names.filter((name) => !isSame(record[name], former[name]));
      const reordered = orders.filter(([, { of }]) => record[of] !== former[of]);
      await tx.run(
        sql.update([...changed, 'version', 'changed_at', ...reordered.map(([column]) => column)]),
        ...changed.map((name) => storedValueOf(type, name, record)),
        version,
        changedAt,
        ...reordered.map(([, { of, make }]) => make(record[of] as string)),
        record.id,
      );
    },
    /** Fills the sort columns of up to `limit` records without them. @returns how many */
    async fillOrders(tx: Transaction, limit: number): Promise<number> {
      const found = await tx.all(sql.unordered + tx.forUpdate, limit);
      const columns = orders.map(([column]) => column);
      for (const record of found.map(toRecord)) await tx.run(sql.update(columns), ...ordersOf(record), record.id);
      return found.length;
    },
    async remove(tx: Transaction, id: bigint): Promise<void> {
      index(tx, id);
      await tx.run(sql.remove, id);
    },
    async removeMany(tx: Transaction, ids: bigint[]): Promise<void> {
      for (const id of ids) index(tx, id);
      if (ids.length > 0) await tx.run(sql.removeMany(tx), jsonOf(ids));
    },
    async removeAll(tx: Transaction, ancestor: EntryKind, ancestorId: bigint): Promise<void> {
      for (const { id } of await tx.all(sql.removeUnder(ancestor), ancestorId)) index(tx, id as bigint);
    },
    /**
     * Adds the next `limit` records after an id to the search index, and removes the entries between whose record does not exist.
     *
     * @param build the number of the build of the index
     */
    async reindex(tx: Transaction, build: bigint, after: bigint, limit: number): Promise<{ last: bigint; records: number; more: boolean }> {
      // `for share` waits until concurrent changes of these records have updated the index.
      const found = await tx.all(sql.next + (tx.forUpdate && ' for share'), after, limit);
      const more = found.length === limit;
      const last = more ? (found.at(-1)?.id as bigint) : maxInt64;
      for (const row of found) index(tx, row.id as bigint, toRecord(row), build);
      for (const { id } of await tx.all(sql.orphans, after, last)) index(tx, id as bigint, undefined, build);
      return { last, records: found.length, more };
    },
  };
}

function idsAboveOf<F extends Fields>({ ancestors }: RecordType<F>): (place: Ancestry) => bigint[] {
  return (place) => ancestors.map((ancestor) => place[`${ancestor}Id`] as bigint);
}
