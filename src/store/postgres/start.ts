import type pg from 'pg';
import { lastingRefusal, StartRefused } from '../../model/startRefused.ts';
import { type AppliedMigration, lackingRows, type Migration, pendingMigrations, requireCurrent, requireRows } from '../migrations.ts';
import type { Report } from '../store.ts';
import { openClient } from './connections.ts';
import { lockNumbers } from './lockNumbers.ts';
import { appliedMigrations, migrate, type Say } from './migrate.ts';
import { migrations } from './migrations.ts';
import { refusal } from './refusal.ts';

const oldestVersion = 15;

/** How often a running migration is reported, in ms. */
const sayEvery = 3_000;

/**
 * Checks that the server can be used and has the schema of this program.
 *
 * @param create whether to create the schema in an empty database, and to upgrade an older schema; otherwise both are refused
 * @param say called every `every` ms while a migration runs
 * @throws StartRefused where the server cannot be reached or used; the message does not contain the password
 */
export function prepareServer(url: string, known: Migration[], create: boolean, say: Say, every = sayEvery): Promise<void> {
  return withClient(url, async (client) => {
    if (!create) requireCurrent(known, await requireCatalogue(client, url));
    await requireNoMove(client);
    if (create) await migrate(client, known, say, every);
    if (known === migrations) requireRows((await client.query(lackingRows('postgres'))).rows);
  });
}

/** In order. @throws StartRefused */
export function pendingPostgres(url: string): Promise<Migration[]> {
  return withClient(url, async (client) => {
    const pending = pendingMigrations(migrations, await requireCatalogue(client, url));
    if (pending.length === 0) requireRows((await client.query(lackingRows('postgres'))).rows);
    return pending;
  });
}

/** @param report called for each step @throws StartRefused where there is no catalogue */
export function upgradePostgres(url: string, report: Report): Promise<void> {
  return withClient(url, async (client) => {
    await requireCatalogue(client, url);
    await requireNoMove(client);
    await migrate(client, migrations, (line) => report(line, 'info'), sayEvery);
  });
}

/** @throws StartRefused where the server cannot be reached or used; the message does not contain the password */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let client: pg.Client | undefined;
  try {
    client = await openClient(url);
    await requireVersion(client);
    return await work(client);
  } catch (error) {
    throw refusal(url, error);
  } finally {
    await client?.end().catch(() => {});
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  const version = Math.floor(Number(rows[0].server_version_num) / 10_000);
  if (version < oldestVersion)
    throw lastingRefusal(
      `PostgreSQL ${version} is too old; at least ${oldestVersion} is needed. Upgrade the server, or name another with DATABASE_URL.`,
    );
}

async function requireCatalogue(client: pg.Client, url: string): Promise<AppliedMigration[]> {
  const applied = await appliedMigrations(client);
  if (applied.length > 0) return applied;
  throw new StartRefused(
    `There is no catalogue in the database ${new URL(url).pathname.slice(1)}. Start the service once to make it, or correct DATABASE_URL.`,
  );
}

/** Refuses a database while a move uses it. A running migration holds the same lock, but is not refused: `migrate` waits for it. */
async function requireNoMove(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select pg_try_advisory_xact_lock_shared($1) as free,
       exists (select 1 from pg_locks where locktype = 'advisory' and objid = $2 and granted and database = d.oid) as migrating
     from pg_database d where datname = current_database()`,
    [lockNumbers.serving, lockNumbers.migrate],
  );
  if (!rows[0].free && !rows[0].migrating)
    throw new StartRefused('A move from or to this database is under way. Wait until "rockola move" has ended.');
}
