import { inCamelCase } from '../model/text.ts';
import { insertion } from './insertMany.ts';
import type { Row, Transaction, Value } from './store.ts';

type Columns = Record<string, Value>;

/** The member for each column, computed once. */
const memberNames = new Map([['user_id', 'accountId']]);

function memberOf(column: string): string {
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
