import pg from 'pg';
import { StartRefused } from '../../model/startRefused.ts';
import type { Migration } from '../migrations.ts';
import { progressTable, unfinishedMove } from '../move/progress.ts';
import { connectionOptions } from './connections.ts';
import { lockNumbers } from './lockNumbers.ts';
import { migrate, type Say } from './migrate.ts';

const oldestVersion = 15;

/** How often a migration that takes time is reported, in ms. */
const sayEvery = 3_000;

/**
 * Sees that the server can be used, and brings the schema up to date.
 *
 * @param create whether an empty database gets a schema, or is refused
 * @param say called for a migration that takes time, `every` so many ms
 * @throws StartRefused where the server cannot be reached or used, in a sentence without the password
 */
export async function prepareServer(url: string, migrations: Migration[], create: boolean, say: Say, every = sayEvery): Promise<void> {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {});
  try {
    await client.connect();
    await demandVersion(client);
    if (!create) await demandSchema(client, url);
    await demandNoMove(client);
    await migrate(client, migrations, say, every);
  } catch (error) {
    throw refusal(url, error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function demandVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  const version = Math.floor(Number(rows[0].server_version_num) / 10_000);
  if (version < oldestVersion)
    throw new StartRefused(
      `PostgreSQL ${version} is too old; at least ${oldestVersion} is needed. Upgrade the server, or name another with DATABASE_URL.`,
    );
}

async function demandSchema(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query(`select to_regclass('migration') as found`);
  if (!rows[0].found)
    throw new StartRefused(
      `There is no catalogue in the database ${new URL(url).pathname.slice(1)}. Start the service once to make it, or correct DATABASE_URL.`,
    );
}

/** Neither while a move holds the database, nor when one left it incomplete. */
async function demandNoMove(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock_shared($1) as free, to_regclass('${progressTable}') is not null as unfinished`,
    [lockNumbers.serving],
  );
  if (!rows[0].free) throw new StartRefused('A move from or to this database is under way. Wait until "rockola move" has ended.');
  if (rows[0].unfinished) throw new StartRefused(unfinishedMove);
}

/** A failure to use the server as a sentence for people, without the password. */
export function refusal(url: string, error: unknown): StartRefused {
  if (error instanceof StartRefused) return error;
  const { hostname, port, pathname, username } = new URL(url);
  const server = `${hostname}:${port || 5432}`;
  const { code, message } = error as Error & { code?: string };
  const sentences: Record<string, string> = {
    ECONNREFUSED: `No PostgreSQL answers at ${server}. Start it, or correct host and port in DATABASE_URL.`,
    ENOTFOUND: `The host ${hostname} of DATABASE_URL is not known. Correct it, or the name service.`,
    '28P01': `PostgreSQL at ${server} refuses the password of ${username}. Correct it in DATABASE_URL.`,
    '28000': `PostgreSQL at ${server} refuses the user ${username}. Correct DATABASE_URL, or allow the user in pg_hba.conf.`,
    '3D000': `PostgreSQL at ${server} has no database ${pathname.slice(1)}. Make it: createdb -O ${username} ${pathname.slice(1)}`,
    '42501': `The user ${username} may not make tables in ${pathname.slice(1)} (${message}). Make it the owner: alter database ${pathname.slice(1)} owner to ${username}`,
    '25006': `PostgreSQL at ${server} takes no changes: it is a standby. Point DATABASE_URL at the primary.`,
  };
  return new StartRefused(
    sentences[code ?? ''] ?? `PostgreSQL at ${server} cannot be used (${message}). Check DATABASE_URL and the server's log.`,
  );
}
