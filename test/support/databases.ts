import { Database } from 'bun:sqlite';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];
/** Which engine the tests run on: TEST_ENGINE=postgres takes the server that TEST_DATABASE_URL names. */
export const engine: Engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

export type TestDatabase = { settings: Record<string, string>; drop(): Promise<void> };

/** In ms. An older test database without a connection was left by an earlier run. */
const leftAfter = 3_600_000;
let swept: Promise<void> | undefined;

/** A store that no other test uses, empty unless it is a copy. @param copied a file of SQLite, or a database of PostgreSQL */
export async function makeDatabase(folder: string, kind: Engine = engine, copied?: string): Promise<TestDatabase> {
  if (kind === 'sqlite') {
    const path = join(folder, 'rockola.db');
    if (copied !== undefined) copyFileSync(copied, path);
    return { settings: { DATABASE_URL: `sqlite:${path}` }, drop: async () => {} };
  }
  const server = serverUrl();
  swept ??= dropLeftovers(server);
  await swept;
  const name = `rockola_test_${Date.now()}_${crypto.randomUUID().slice(0, 13).replace('-', '')}`;
  await ask(server, `create database ${name} ${copied === undefined ? '' : `template ${copied} strategy file_copy`}`);
  const url = new URL(server);
  url.pathname = name;
  const settings = { DATABASE_URL: url.href };
  return { settings, drop: async () => void (await ask(server, `drop database ${name} with (force)`)) };
}

/** Drops the databases that tests of an earlier run left on this server. */
async function dropLeftovers(server: string): Promise<void> {
  const old = await ask(
    server,
    `select datname from pg_database d
     where (regexp_match(datname, '^rockola_test_([0-9]+)_'))[1]::bigint < ${Date.now() - leftAfter}
       and not exists (select 1 from pg_stat_activity a where a.datid = d.oid)`,
  );
  // Another file may be dropping it too, or may be starting to use it.
  for (const { datname } of old) await ask(server, `drop database if exists ${datname}`).catch(() => {});
}

export function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set; run these tests by: bun test/support/postgres/run.ts bun test …');
  return url;
}

/** Runs one statement on a store of either engine. */
export async function ask(address: string, query: string): Promise<Record<string, unknown>[]> {
  if (address.startsWith('sqlite:')) {
    const database = new Database(address.slice('sqlite:'.length));
    try {
      // The program may be writing now.
      database.run('pragma busy_timeout = 60000');
      return database.query(query).all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  }
  const client = await connect(address);
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: address,
    types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  await client.connect();
  return client;
}

/** Asks one store many times: PostgreSQL takes longer to connect than to answer, so connections are kept until `close`. */
export function keepAsking(address: string): { ask(query: string): Promise<Record<string, unknown>[]>; close(): Promise<void> } {
  const idle = new Set<pg.Client>();
  if (address.startsWith('sqlite:')) return { ask: (query) => ask(address, query), close: async () => {} };

  async function takeClient(): Promise<pg.Client> {
    const [kept] = idle;
    if (kept) {
      idle.delete(kept);
      return kept;
    }
    const client = await connect(address);
    // A connection whose server has gone is not used again.
    client.on('error', () => idle.delete(client));
    return client;
  }

  return {
    async ask(query) {
      const client = await takeClient();
      try {
        const { rows } = await client.query(query);
        idle.add(client);
        return rows;
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.severity === 'ERROR') idle.add(client);
        else await client.end();
        throw error;
      }
    },
    async close() {
      const ended = [...idle].map((client) => client.end());
      idle.clear();
      await Promise.all(ended);
    },
  };
}
