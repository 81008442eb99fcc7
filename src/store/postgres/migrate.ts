import type pg from 'pg';
import { lastingRefusal } from '../../model/startRefused.ts';
import {
  type AppliedMigration,
  checksumOf,
  doneMessage,
  failed,
  type Migration,
  migrationTable,
  pendingMigrations,
} from '../migrations.ts';
import { lockNumbers } from './lockNumbers.ts';

/** The pause between two tries to get the lock, in ms. */
const pause = 200;
/** The time limit of one try, in ms. */
const patience = 5_000;
/** In ms. A migration may take hours, and the driver has no value for "no limit". */
const noTimeLimit = 2 ** 31 - 1;

/** SQLSTATEs of a migration that the stored data do not allow. 42501, a missing right, has its own message. */
const refusedByData = /^(22|23|42(?!501))/;

export type Say = (line: string) => void;

/**
 * If several nodes start together, one gets the lock and applies the pending migrations, each in a transaction; the others wait. There is
 * no time limit.
 *
 * @param say called every `every` ms while a migration runs or is waited for
 */
export async function migrate(client: pg.Client, migrations: Migration[], say: Say, every: number): Promise<void> {
  if ((await pending(client, migrations)).length === 0) return;
  await removeTimeLimits(client);
  await takeLock(client, lockNumbers.migrate, 'Another node is bringing the schema up to date; waiting for it', say, every);
  try {
    const missing = await pending(client, migrations);
    if (missing.length === 0) return;
    const line = `The schema changes to ${migrations.length}, but some nodes still serve with the older schema. Stop them; waiting`;
    // A node of the earlier version could not work with the new schema.
    await takeLock(client, lockNumbers.serving, line, say, every);
    await client.query(migrationTable);
    const isNew = missing.length === migrations.length;
    for (const next of missing) {
      const start = performance.now();
      await withProgress(() => apply(client, next), `Migration ${next.number} (${next.name}) is running`, say, every);
      if (isNew && next.inNewStore) await client.query(next.inNewStore);
      if (!isNew) say(doneMessage(next, start));
    }
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {});
  }
}

async function pending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  return pendingMigrations(migrations, await appliedMigrations(client));
}

/** In order; empty where the database has no catalogue. */
export async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const table = await client.query(`select to_regclass('migration') as found`);
  if (!table.rows[0].found) return [];
  return (await client.query('select number, checksum from migration order by number')).rows;
}

/** Time limits may be set for the role or the database. */
async function removeTimeLimits(client: pg.Client): Promise<void> {
  // The server ends the statement of a process that is gone, and frees its locks. Some systems do not support this setting.
  await client.query(`set client_connection_check_interval = '2s'`).catch(() => {});
  const bounds = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];
  await client.query(`select set_config(name, '0', false) from pg_settings where name = any ($1)`, [bounds]);
}

/** Polls, so that the loss of the server is noticed. */
async function takeLock(client: pg.Client, lock: number, line: string, say: Say, every: number): Promise<void> {
  const statement = { text: 'select pg_try_advisory_lock($1) as mine', values: [lock], query_timeout: patience };
  const taken = async () => (await client.query(statement)).rows[0].mine as boolean;
  const wait = async () => {
    while (!(await taken())) await Bun.sleep(pause);
  };
  await withProgress(wait, line, say, every);
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { number, name, sql } = migration;
  const run = (text: string, values?: unknown[]) => {
    const query = { text, values, query_timeout: noTimeLimit };
    return client.query(query);
  };
  await client.query('begin');
  try {
    await run(sql);
    const values = [number, name, checksumOf(migration), Date.now()];
    await run('insert into migration (number, name, checksum, applied_at) values ($1, $2, $3, $4)', values);
    await run('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw refusedByData.test((error as { code?: string }).code ?? '') ? lastingRefusal(failed(migration, error)) : error;
  }
}

async function withProgress(work: () => Promise<void>, line: string, say: Say, every: number): Promise<void> {
  const start = performance.now();
  const timer = setInterval(() => say(`${line}, ${Math.round((performance.now() - start) / 1000)} s so far.`), every);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
