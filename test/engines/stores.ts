import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { ask, makeDatabase } from '../support/databases.ts';
import { threads } from '../support/threads.ts';

/** A store without records on one of the engines. */
export type Engine = {
  name: 'SQLite' | 'PostgreSQL';
  store: Store;
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** Removes all records, and what the store knows of former ones. */
  empty(): Promise<void>;
};

/** An empty store on each engine. */
export async function openEngines(): Promise<{ engines: Engine[]; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-engines-'));
  const database = await makeDatabase(folder, 'postgres');
  const path = join(folder, 'store.db');
  const url = database.settings.DATABASE_URL as string;
  const options = { poolSize: 2, readers: 1, threads, report: (message: string) => console.error(message) };
  const engine = (name: Engine['name'], store: Store, address: string, emptying: string[]): Engine => ({
    name,
    store,
    sql: (statement) => ask(address, statement),
    async empty() {
      for (const statement of emptying) await ask(address, statement);
    },
  });
  const engines = [
    engine('SQLite', await openStore({ ...options, database: { engine: 'sqlite', path } }), `sqlite:${path}`, [
      'delete from album',
      'delete from artist',
      'delete from revision',
      'update sequence set next = 1',
    ]),
    engine('PostgreSQL', await openStore({ ...options, database: { engine: 'postgres', url } }), url, [
      'truncate album, album_count, artist, revision; update counted set artists = 0; alter sequence artist_id restart; alter sequence album_id restart',
    ]),
  ];
  return {
    engines,
    async close() {
      await Promise.all(engines.map(({ store }) => store.close()));
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
