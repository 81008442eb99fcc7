import { maxInt64 } from '../model/int64.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import { inCamelCase } from '../model/text.ts';
import { insertion } from './insertMany.ts';
import type { Reader, Row, Transaction, Value } from './store.ts';

type Columns = Record<string, Value>;

/** The member for each column, computed once. */
const memberNames = new Map([['user_id', 'accountId']]);

export function memberOf(column: string): string {
  const name = memberNames.get(column) ?? inCamelCase(column);
  memberNames.set(column, name);
  return name;
}

/** Makes objects of rows: a member for each column. @param read converts the values of some columns; null stays null */
export function objectsOf<T>(read: { [column: string]: (value: never) => unknown }): (row: Row) => T {
  return (row) => {
    const object: { [member: string]: unknown } = {};
    for (const column in row) {
      const value = row[column];
      const convert = read[column];
      object[memberOf(column)] = value === null || !convert ? value : convert(value as never);
    }
    return object as T;
  };
}

export const isOne = (value: bigint | number) => Number(value) === 1;
export const wordsIn = (text: string) => (text === '' ? [] : text.split(' '));

export type PageOfAccount = { accountId: bigint; page: PageQuery };

/** `where`: the condition, with the values as its first parameters. `id`: the column of the id. */
type List<T> = { select: string; where: string; id?: string; descending?: boolean; toObject(row: Row): T };

/** A page of a list in order of id, after the id `after`, else past the first `offset` rows; and the number of all rows. */
export async function readSlice<T extends { id: bigint }>(
  reader: Reader,
  { select, where, id = 'id', descending = false, toObject }: List<T>,
  values: Value[],
  { limit, offset, after }: PageQuery,
): Promise<SeekSlice<T>> {
  const n = values.length;
  const [sign, order, start] = descending ? ['<', ' desc', maxInt64] : ['>', '', 0n];
  const rows = await reader.all(
    `${select} where ${where} and ${id} ${sign} $${n + 1} order by ${id}${order} limit $${n + 2} offset $${n + 3}`,
    ...[...values, after ?? start, limit + 1n, after === undefined ? offset : 0n],
  );
  const counted = await reader.get(`select count(*) as total from (${select} where ${where}) as listed`, ...values);
  return sliceOf(rows.map(toObject), { limit }, counted?.total as bigint, idCursor);
}

export async function insertRow(tx: Transaction, table: string, columns: Columns, clause = ''): Promise<void> {
  await tx.run(`${insertion(table, Object.keys(columns))} ${clause}`, ...Object.values(columns));
}

export async function insertReturning(tx: Transaction, table: string, columns: Columns, clause: string): Promise<Row | undefined> {
  return tx.get(`${insertion(table, Object.keys(columns))} ${clause}`, ...Object.values(columns));
}

export async function updateRow(tx: Transaction, table: string, id: bigint, columns: Columns): Promise<void> {
  const names = Object.keys(columns);
  const set = names.map((name, i) => `${name} = $${i + 1}`);
  await tx.run(`update ${table} set ${set} where id = $${names.length + 1}`, ...Object.values(columns), id);
}
