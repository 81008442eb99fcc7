import { type Awaitable, after } from '../model/awaitable.ts';
import type { Content } from '../model/content.ts';
import { maxInt64 } from '../model/int64.ts';
import type { PageQuery } from '../model/page.ts';
import {
  type EntryKind,
  entryKinds,
  type Fields,
  isSame,
  isSearchedKind,
  type Kept,
  keptOf,
  type Member,
  type RecordOf,
  type RecordType,
} from '../model/record.ts';
import { isIndexedAlike } from '../model/search/indexed.ts';
import type { Versioned } from '../model/versioned.ts';
import { seekFar } from './farOffset.ts';
import { insertion, insertMany } from './insertMany.ts';
import { toContent } from './revision.ts';
import { elementsOf } from './search/elements.ts';
import type { Reader, Row, Transaction } from './store.ts';

/** The ids of the records above one; a kind has those that its description names. */
export type Ancestry = { [A in EntryKind as `${A}Id`]?: bigint | undefined };

/** Where a record is: its id, and what it is under. Under anything else it is not found. */
export type Place = Ancestry & { id: bigint };

/** A version of a record, and what it is under. */
export type Placed<F extends Fields> = Versioned<RecordOf<F>> & Ancestry;

/** A record, and what the log has of its version, where that is of the same time. */
export type State<F extends Fields> = {
  record: RecordOf<F>;
  version: bigint;
  logged: Content | undefined;
  /** Whether the log has it under the same records. */
  placed: boolean;
  /** Whether the columns that lists are sorted by are what its members make them, or were not made yet. */
  ordered: boolean;
};

export type RecordTable<F extends Fields> = {
  type: RecordType<F>;
  /** The record in a row that has its id and members. */
  toRecord(row: Row): RecordOf<F>;
  find(reader: Reader, place: Place): Awaitable<Versioned<RecordOf<F>> | undefined>;
  /** Finds a record to change it, or what belongs to it, and keeps others from doing so until the transaction ends. */
  lock(tx: Transaction, place: Place): Awaitable<Versioned<RecordOf<F>> | undefined>;
  /** Which of some ids are there. @param lock `tx.forUpdate` to keep others from changing them */
  listThere(reader: Reader, ids: bigint[], lock?: Transaction['forUpdate']): Promise<Set<bigint>>;
  /** Up to `limit` records under others in order of id: those after the id `after`, else those past the first `offset`. */
  list(reader: Reader, under: Ancestry, page: PageQuery): Awaitable<RecordOf<F>[]>;
  /** The records that are there of some ids, in order of id. */
  listByIds(reader: Reader, ids: bigint[]): Promise<{ record: RecordOf<F>; artistId: bigint | undefined }[]>;
  /** The id of another record under the same one that has the unique members alike. */
  findAlike(reader: Reader, place: Place, record: F): Promise<bigint | undefined>;
  /** How many records are under others. */
  count(reader: Reader, under: Ancestry): Promise<bigint>;
  /** How many records name another by a reference. */
  countNaming(reader: Reader, name: keyof F & string, id: bigint): Promise<bigint>;
  /** Which of some ids of an ancestor have records of this kind under them. */
  listWith(reader: Reader, ancestor: EntryKind, ids: bigint[]): Promise<bigint[]>;
  /** Records of all artists in order of id, `limit` of them after the id `after`. */
  listAfter(reader: Reader, after: bigint, limit: number): Promise<RecordOf<F>[]>;
  /** Records of all artists with their versions in order of id, `limit` of them after the id `after`. */
  listStates(reader: Reader, after: bigint, limit: number): Promise<State<F>[]>;
  insert(tx: Transaction, created: Placed<F>): Promise<void>;
  /** Inserts many in few statements. */
  insertAll(tx: Transaction, created: Placed<F>[]): Promise<void>;
  /** Puts records in place of those that are there, and inserts those that are not, in few statements. */
  putAll(tx: Transaction, put: Placed<F>[]): Promise<void>;
  /** @param former the record as it stands; what is as before is not written again, nor are the indexes of it */
  update(tx: Transaction, former: RecordOf<F>, revised: Versioned<RecordOf<F>>): Promise<void>;
  /** Makes the columns that lists are sorted by for up to `limit` records that do not have them. @returns how many */
  fillOrders(tx: Transaction, limit: number): Promise<number>;
  remove(tx: Transaction, id: bigint): Promise<void>;
  removeMany(tx: Transaction, ids: bigint[]): Promise<void>;
  /** Removes all records under another. */
  removeAll(tx: Transaction, ancestor: EntryKind, id: bigint): Promise<void>;
  /** Brings the next records after an id into the search index, and takes out what is there of no record up to the last of them. @param build its number */
  reindex(tx: Transaction, build: bigint, after: bigint, limit: number): Promise<{ last: bigint; records: number; more: boolean }>;
};

/** The statements of a kind of record, all made of its description. */
export function recordTable<F extends Fields>(type: RecordType<F>): RecordTable<F> {
  const { kind, names } = type;
  const above = type.ancestors.map((ancestor) => `${ancestor}_id`);
  const parent = above.at(-1);
  const members = ['id', ...names].map(quoted);
  const columns = columnsOf(type).map(({ name }) => quoted(name));
  const orders = Object.entries(type.orders);
  const orderColumns = orders.map(([column]) => column);
  const written = [...columns, ...orderColumns];
  const readers = names.map((name) => [name, (type.members[name] as Member<unknown>).read] as const);
  const here = ['id', ...above].map((column, i) => `${column} = $${i + 1}`).join(' and ');
  const sql = {
    find: `select ${columns} from ${kind} where ${here}`,
    findShared: {
      one: `select ${columns} from ${kind} where id = $1`,
      many: `select ${columns} from ${kind} where id = any(cast($1 as bigint[]))`,
    },
    after: parent
      ? `select ${members} from ${kind} where ${parent} = $1 and id > $2 order by id limit $3`
      : `select ${members} from ${kind} where id > $1 order by id limit $2`,
    offset: parent
      ? `select ${members} from ${kind} where ${parent} = $1 order by id limit $2 offset $3`
      : `select ${members} from ${kind} order by id limit $1 offset $2`,
    count: (column: string) => `select count(*) as records from ${kind} where ${column} = $1`,
    with: (reader: Reader, ancestor: EntryKind) =>
      `select cast(value as bigint) as id from ${elementsOf(reader, '$1')} as ids
       where exists (select 1 from ${kind} t where t.${ancestor}_id = cast(ids.value as bigint))`,
    byIds: (reader: Reader, found: string[]) =>
      `select ${found} from ${kind} where id in (select cast(value as bigint) from ${elementsOf(reader, '$1')} as ids) order by id`,
    states: `select ${written.map((column) => `t.${column}`)}, r.artist_id as logged_artist_id, r.album_id as logged_album_id, r.shape, r.members, r.unchanged
      from ${kind} t left join revision r on r.kind = '${kind}' and r.id = t.id and r.version = t.version and r.at = t.changed_at
      where t.id > $1 order by t.id limit $2`,
    insert: insertion(kind, written),
    update: textsOf((set) => `update ${kind} set ${set.map((name, i) => `${quoted(name)} = $${i + 1}`)} where id = $${set.length + 1}`),
    unordered: `select ${members} from ${kind} where ${orderColumns[0]} is null order by id limit $1`,
    remove: `delete from ${kind} where id = $1`,
    removeMany: (reader: Reader) =>
      `delete from ${kind} where id in (select cast(value as bigint) from ${elementsOf(reader, '$1')} as ids)`,
    next: `select ${members} from ${kind} where id > $1 order by id limit $2`,
    orphans: `select id from ${kind}_indexed i where id > $1 and id <= $2 and not exists (select 1 from ${kind} t where t.id = i.id)`,
    removeAll: (ancestor: EntryKind) => `delete from ${kind} where ${ancestor}_id = $1 returning id`,
  };

  function toRecord(row: Row): RecordOf<F> {
    const record: Record<string, unknown> = { id: row.id };
    for (const [name, read] of readers) record[name] = read(row[name] as Kept);
    return record as RecordOf<F>;
  }
  const toVersioned = (row: Row): Versioned<RecordOf<F>> => ({
    record: toRecord(row),
    version: row.version as bigint,
    changedAt: Number(row.changed_at),
    shape: type.shape,
  });
  const one = (row: Awaitable<Row | undefined>) => after(row, (found) => found && toVersioned(found));
  const replacing = ` on conflict (id) do update set ${written.slice(1).map((column) => `${column} = excluded.${column}`)}`;
  const searched = isSearchedKind(kind);
  const index = (tx: Transaction, id: bigint, record?: RecordOf<F>, build?: bigint) =>
    searched && tx.index({ type: type as unknown as RecordType<never>, id, record, build });
  const idsAbove = (place: Ancestry) => type.ancestors.map((ancestor) => place[`${ancestor}Id`] as bigint);
  const isAt = (place: Place, row: Row | undefined) => idsAbove(place).every((id, i) => row?.[above[i] as string] === id);
  const valuesOf = ({ record, version, changedAt, ...place }: Placed<F>) => [
    record.id,
    ...idsAbove(place),
    ...names.map((name) => keptOf(type, name, record)),
    version,
    changedAt,
    ...ordersOf(record),
  ];
  const ordersOf = (record: RecordOf<F>) => orders.map(([, { of, make }]) => make(record[of] as string));

  return {
    type,
    toRecord,
    find: (reader, place) =>
      one(
        reader.getShared
          ? reader.getShared(sql.findShared, place.id).then((row) => (isAt(place, row) ? row : undefined))
          : reader.get(sql.find, place.id, ...idsAbove(place)),
      ),
    lock: (tx, place) => one(tx.get(sql.find + tx.forUpdate, place.id, ...idsAbove(place))),
    async listThere(reader, ids, lock = '') {
      const rows = await reader.all(sql.byIds(reader, ['id']) + lock, JSON.stringify(ids.map(String)));
      return new Set(rows.map(({ id }) => id as bigint));
    },
    list(reader, under, page) {
      const here = idsAbove(under).slice(-1);
      const sought = seekFar(reader, page, kind, parent ? `${parent} = $1` : 'true', ...here);
      return after(sought, ({ limit, offset, after: last }) => {
        const rows = last === undefined ? reader.all(sql.offset, ...here, limit, offset) : reader.all(sql.after, ...here, last, limit);
        return after(rows, (found) => found.map(toRecord));
      });
    },
    async listByIds(reader, ids) {
      if (ids.length === 0) return [];
      const rows = await reader.all(sql.byIds(reader, columns), JSON.stringify(ids.map(String)));
      return rows.map((row) => ({ record: toRecord(row), artistId: row.artist_id as bigint | undefined }));
    },
    async findAlike(reader, place, record) {
      const values = type.unique.map((name) => keptOf(type, name as keyof F & string, record));
      const given = values.filter((value) => value !== null);
      let n = 2;
      const alike = type.unique.map((name, i) => (values[i] === null ? `${quoted(name)} is null` : `${quoted(name)} = $${++n}`));
      const found = `select id from ${kind} where ${parent} = $1 and id <> $2 and ${alike.join(' and ')} limit 1`;
      return (await reader.get(found, ...idsAbove(place).slice(-1), place.id, ...given))?.id as bigint | undefined;
    },
    async count(reader, under) {
      return (await reader.get(sql.count(String(parent)), ...idsAbove(under).slice(-1)))?.records as bigint;
    },
    async countNaming(reader, name, id) {
      return (await reader.get(sql.count(name), id))?.records as bigint;
    },
    async listWith(reader, ancestor, ids) {
      if (ids.length === 0) return [];
      const rows = await reader.all(sql.with(reader, ancestor), JSON.stringify(ids.map(String)));
      return rows.map(({ id }) => id as bigint);
    },
    listAfter: async (reader, after, limit) => (await reader.all(sql.next, after, limit)).map(toRecord),
    async listStates(reader, after, limit) {
      const rows = await reader.all(sql.states, after, limit);
      return rows.map((row) => ({
        record: toRecord(row),
        version: row.version as bigint,
        placed: entryKinds.every((kind) => row[`logged_${kind}_id`] === (row[`${kind}_id`] ?? null)),
        ordered: orders.every(([column, { of, make }]) => row[column] === null || row[column] === make(row[of] as string)),
        logged: row.shape === null ? undefined : toContent(row),
      }));
    },
    async insert(tx, created) {
      index(tx, created.record.id, created.record);
      await tx.run(sql.insert, ...valuesOf(created));
    },
    async insertAll(tx, created) {
      for (const { record } of created) index(tx, record.id, record);
      await insertMany(tx, kind, written, created.map(valuesOf));
    },
    async putAll(tx, put) {
      for (const { record } of put) index(tx, record.id, record);
      await insertMany(tx, kind, written, put.map(valuesOf), replacing);
    },
    async update(tx, former, { record, version, changedAt }) {
      if (!isIndexedAlike(type, former, record)) index(tx, record.id, record);
      const changed = names.filter((name) => !isSame(record[name], former[name]));
      const moved = orders.filter(([, { of }]) => record[of] !== former[of]);
      await tx.run(
        sql.update([...changed, 'version', 'changed_at', ...moved.map(([column]) => column)]),
        ...changed.map((name) => keptOf(type, name, record)),
        version,
        changedAt,
        ...moved.map(([, { of, make }]) => make(record[of] as string)),
        record.id,
      );
    },
    async fillOrders(tx, limit) {
      const rows = await tx.all(sql.unordered + tx.forUpdate, limit);
      for (const record of rows.map(toRecord)) await tx.run(sql.update(orderColumns), ...ordersOf(record), record.id);
      return rows.length;
    },
    async remove(tx, id) {
      index(tx, id);
      await tx.run(sql.remove, id);
    },
    async removeMany(tx, ids) {
      for (const id of ids) index(tx, id);
      if (ids.length > 0) await tx.run(sql.removeMany(tx), JSON.stringify(ids.map(String)));
    },
    async removeAll(tx, ancestor, ancestorId) {
      for (const { id } of await tx.all(sql.removeAll(ancestor), ancestorId)) index(tx, id as bigint);
    },
    async reindex(tx, build, after, limit) {
      // What others are changing brings itself in, so it is waited for.
      const rows = await tx.all(sql.next + (tx.forUpdate && ' for share'), after, limit);
      const more = rows.length === limit;
      const last = more ? (rows.at(-1)?.id as bigint) : maxInt64;
      for (const row of rows) index(tx, row.id as bigint, toRecord(row), build);
      for (const { id } of await tx.all(sql.orphans, after, last)) index(tx, id as bigint, undefined, build);
      return { last, records: rows.length, more };
    },
  };
}

/** Texts made once for each list of columns: of a statement that is put together each time all of it would be read each time. */
function textsOf(make: (columns: string[]) => string): (columns: string[]) => string {
  const known = new Map<string, string>();
  return (columns) => {
    const key = columns.join();
    const text = known.get(key) ?? make(columns);
    known.set(key, text);
    return text;
  };
}

/** A member may be called as SQL calls something else: `from`. */
export function quoted(column: string): string {
  return /^(from|to)$/.test(column) ? `"${column}"` : column;
}

export type Column = { name: string; type: 'text' | 'bigint' };

/** All columns of the table of a kind of record, its key first. */
export function columnsOf<F extends Fields>({ ancestors, names, members }: RecordType<F>): [Column, ...Column[]] {
  const integer = (name: string) => ({ name, type: 'bigint' as const });
  const own = names.map((name) => ({ name, type: members[name].column }));
  return [integer('id'), ...ancestors.map((ancestor) => integer(`${ancestor}_id`)), ...own, integer('version'), integer('changed_at')];
}
