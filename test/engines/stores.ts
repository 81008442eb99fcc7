import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { kinds, numberedKinds, searchedKinds } from '../../src/model/record.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { ask, makeDatabase } from '../support/databases.ts';
import { threads } from '../support/threads.ts';

/** A store without records on one of the engines. */
export type Engine = {
  name: 'SQLite' | 'PostgreSQL';
  store: Store;
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** Removes all records and their log. The words of the search index stay, since the store remembers which words it has written. */
  empty(): Promise<void>;
};

/** An empty store on each engine. */
export async function openEngines(): Promise<{ engines: Engine[]; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-engines-'));
  const database = await makeDatabase(folder, 'postgres');
  const path = join(folder, 'store.db');
  const url = database.settings.DATABASE_URL as string;
  const options = { poolSize: 10, readers: 1, threads, report: (message: string) => console.error(message) };
  const engine = (name: Engine['name'], store: Store, address: string, empty: () => Promise<void>): Engine => ({
    name,
    store,
    sql: (statement) => ask(address, statement),
    empty,
  });
  const sqliteStore = await openStore({ ...options, database: { engine: 'sqlite', path } });
  const postgresStore = await openStore({ ...options, database: { engine: 'postgres', url } });
  // These connections stay open, since the stores are emptied some hundred times.
  const sqlite = new Database(path);
  sqlite.run('pragma busy_timeout = 5000');
  const postgres = new pg.Client({ connectionString: url });
  await postgres.connect();
  const engines = [
    engine('SQLite', sqliteStore, `sqlite:${path}`, async () => {
      sqlite.transaction(() => {
        const indexes = searchedKinds.map((kind) => `${kind}_index`);
        for (const table of [...kinds.toReversed(), 'revision', 'hiding', ...indexes]) sqlite.run(`delete from ${table}`);
        for (const table of searchedKinds.map((kind) => `${kind}_words`))
          sqlite.run(`insert into ${table} (${table}) values ('delete-all')`);
        sqlite.run('update sequence set next = 1');
        sqlite.run('update index_state set indexed = 0');
      })();
    }),
    engine('PostgreSQL', postgresStore, url, async () => {
      // Not `truncate`, which makes new files. The lock prevents a deadlock with the sequencer, which locks the same rows in another order.
      await postgres.query(
        `lock table ${kinds}, revision in exclusive mode; ${kinds
          .toReversed()
          .map((kind) => `delete from ${kind}`)
          .join('; ')}; delete from album_count; delete from revision; delete from hiding;
         ${searchedKinds.map((kind) => `delete from ${kind}_index`).join('; ')}; update counted set artists = 0;
         ${numberedKinds.map((kind) => `alter sequence ${kind}_id restart`).join('; ')}`,
      );
    }),
  ];
  return {
    engines,
    async close() {
      sqlite.close();
      await postgres.end();
      await Promise.all(engines.map(({ store }) => store.close()));
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
