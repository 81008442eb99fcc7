import pg from 'pg';
import { StartRefused } from '../../model/startRefused.ts';
import { connectionOptions } from '../postgres/connections.ts';
import { lockNumbers } from '../postgres/lockNumbers.ts';
import { refusal } from '../postgres/refusal.ts';

/** A statement of a move may take as long as counting a large table, in ms. */
const statementTime = 600_000;
/** The server needs a moment to notice that a node or an earlier move ended, in ms. */
const lockPatience = 3_000;

/** What tells one database from another, by whatever address it is reached. @throws StartRefused */
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

/** A connection for the patient work of a move. @throws StartRefused */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOptions(url), statement_timeout: statementTime, query_timeout: statementTime + 5_000 });
  // A connection that breaks makes its next statement fail, and with it the move.
  client.on('error', () => {});
  return client.connect().then(
    () => client,
    (error) => {
      throw refusal(url, error);
    },
  );
}

/**
 * Keeps nodes off the database for as long as the connection lasts, which is the one that does the work. A node that lost
 * its own lock is known by its connections.
 *
 * @throws StartRefused where somebody uses the database
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

export async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as found', [name]);
  return rows[0].found;
}
