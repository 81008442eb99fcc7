import type pg from 'pg';
import { StartRefused } from '../../model/startRefused.ts';
import { openClient } from '../postgres/connections.ts';
import { lockNumbers } from '../postgres/lockNumbers.ts';
import { refusal } from '../postgres/refusal.ts';

/** Time limit of one statement, in ms. It takes long to count the rows of a large table. */
const statementTime = 600_000;
/** How long the server may take to notice that a node or an earlier move ended, in ms. */
const lockPatience = 3_000;

/** Identifies a database, whatever address is used for it. @throws StartRefused */
export async function placeOfPostgres(url: string): Promise<string> {
  const client = await connect(url);
  try {
    const { rows } = await client.query(
      'select oid::text as oid, pg_postmaster_start_time()::text as start from pg_database where datname = current_database()',
    );
    return `${rows[0].oid} ${rows[0].start}`;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A connection whose statements may take long. @throws StartRefused */
export function connect(url: string): Promise<pg.Client> {
  return openClient(url, {
    statement_timeout: statementTime,
    query_timeout: statementTime + 5_000,
    // The target is written in one transaction, and may wait long for the other store between two statements.
    idle_in_transaction_session_timeout: 0,
  }).catch((error) => {
    throw refusal(url, error);
  });
}

/**
 * Locks the database against nodes until the connection ends. The same connection does the work. A node may have lost its lock, so its
 * connections count too.
 *
 * @throws StartRefused where another process uses the database
 */
export async function lockDatabase(client: pg.Client, name: string): Promise<void> {
  for (const end = performance.now() + lockPatience; ; await Bun.sleep(100)) {
    const { rows } = await client.query(
      `select pg_try_advisory_lock($1) as mine, (select count(*) from pg_stat_activity
         where datname = current_database() and application_name = 'rockola' and pid <> pg_backend_pid()) as others`,
      [lockNumbers.serving],
    );
    if (rows[0].mine && rows[0].others === 0n) return;
    if (performance.now() > end) throw new StartRefused(`${name} is in use. Stop the service first, then run the same command again.`);
  }
}
