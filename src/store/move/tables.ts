import type { Database } from 'bun:sqlite';
import { kinds } from '../../model/record.ts';
import { quoted } from '../recordColumns.ts';
import { migrations } from '../sqlite/migrations.ts';
import { inNewStore } from '../sqlite/schema.ts';
import type { Row, Value } from '../store.ts';

type Column = { name: string; type: 'text' | 'bigint' };

/** A table as both engines have it. `columns[0]` is its key, by which it is read, copied and compared in ascending order. */
export type Table = { name: string; columns: [Column, ...Column[]] };

/** Each table comes after those that its foreign keys refer to. */
const names = [
  ...['user', 'session', 'api_key', 'webhook', 'webhook_attempt', 'job', 'job_chunk', 'mail_token', 'mail', 'account_event'],
  ...kinds,
  ...['revision', 'redaction', 'hiding', 'milestone', 'digest_key', 'tries', 'idempotency_key'],
];

/** The tables that a move copies, with the columns that the migrations make on SQLite. */
export function readTables(): Table[] {
  return inNewStore(migrations, (database) => names.map((name) => ({ name, columns: columnsOf(database, name) })));
}

function columnsOf(database: Database, table: string): Table['columns'] {
  const sql = `select name, case lower(type) when 'text' then 'text' else 'bigint' end as type from pragma_table_info(?)`;
  return database.query<Column, [string]>(sql).all(table) as Table['columns'];
}

export function columnList({ columns }: Pick<Table, 'columns'>): string {
  return columns.map(({ name }) => quoted(name)).join(', ');
}

/** The same text from either engine: a JSON array in the order of the columns, with exact integers. */
export function canonical({ columns }: Table, row: Row): string {
  return `[${columns.map(({ name }) => canonicalValue(row[name] as Value)).join(',')}]`;
}

function canonicalValue(value: Value): string {
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}
