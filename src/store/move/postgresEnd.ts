import type pg from 'pg';
import { isKind } from '../../model/record.ts';
import { createPool } from '../postgres/connections.ts';
import { appliedMigrations } from '../postgres/migrate.ts';
import { migrations } from '../postgres/migrations.ts';
import { numberAll } from '../postgres/numbering.ts';
import { refusal } from '../postgres/refusal.ts';
import { prepareServer } from '../postgres/start.ts';
import type { Row } from '../store.ts';
import { type End, type IdKind, idKinds, type NextIds, type Side } from './end.ts';
import { connect, lockDatabase } from './postgresLock.ts';
import { columnList, type Table } from './tables.ts';

const sequenceOf = (kind: IdKind) => (kind === 'changeset' ? kind : `${kind}_${isKind(kind) ? 'id' : 'id_seq'}`);

/** Locks the database against nodes. A target without a schema gets one. @throws StartRefused */
export async function openPostgresEnd(url: string, name: string, side: Side, note: (line: string) => void): Promise<End> {
  const client = await connect(url);
  try {
    if (side === 'target' && (await appliedMigrations(client)).length === 0) await prepareServer(url, migrations, true, note);
    await lockDatabase(client, name);
  } catch (error) {
    await client.end().catch(() => {});
    throw refusal(url, error);
  }
  const run = async (sql: string, ...values: unknown[]) => void (await client.query(sql, values));
  return {
    name,
    engine: 'postgres',
    migrations,
    byBytes: ' collate "C"',
    applied: () => appliedMigrations(client),
    all: async (sql, ...values) => (await client.query<Row>(sql, values)).rows,
    run,
    inTransaction: (work) => inTransaction(client, work),
    insert: (table, rows) => insert(client, table, rows),
    numberRevisions: () => numberWaiting(url),
    nextIds: () => nextIds(client),
    setNextIds: (next) => setNextIds(client, next),
    tidy: () => run('analyze'),
    close: () => client.end().catch(() => {}),
  };
}

async function inTransaction(client: pg.Client, work: () => Promise<boolean>): Promise<void> {
  await client.query('begin');
  try {
    await client.query((await work()) ? 'commit' : 'rollback');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function insert(client: pg.Client, table: Table, rows: Row[]): Promise<void> {
  const places = table.columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ');
  // `position` orders revisions that have no number yet. Here each revision has a number, which becomes its position.
  const position = table.name === 'revision' ? { column: ', position', value: ', seq' } : { column: '', value: '' };
  await client.query(
    `insert into "${table.name}" (${columnList(table)}${position.column})
     select *${position.value} from unnest(${places}) as moved (${columnList(table)})`,
    table.columns.map(({ name }) => rows.map((row) => row[name])),
  );
}

async function numberWaiting(url: string): Promise<void> {
  const pool = createPool(url, 1);
  try {
    await numberAll(pool);
  } finally {
    await pool.end();
  }
}

async function nextIds(client: pg.Client): Promise<NextIds> {
  const next = (kind: IdKind) =>
    `(select case when is_called then last_value + 1 else last_value end from ${sequenceOf(kind)}) as "${kind}"`;
  return (await client.query(`select ${idKinds.map(next)}`)).rows[0];
}

async function setNextIds(client: pg.Client, next: NextIds): Promise<void> {
  for (const kind of idKinds) await client.query(`select setval('${sequenceOf(kind)}', $1, false)`, [next[kind]]);
  await client.query(`select setval('revision_position_seq', coalesce((select max(seq) from revision), 0) + 1, false)`);
  await client.query('update counted set artists = (select count(*) from artist)');
}
