import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { system } from '../../src/model/actor.ts';
import { Problem } from '../../src/model/problem.ts';
import * as albums from '../../src/operations/albums.ts';
import * as artists from '../../src/operations/artists.ts';
import { checkChangeLog } from '../../src/operations/check.ts';
import { openStore } from '../../src/store/open.ts';
import type { ChangeOperation, ReadOperation, Store } from '../../src/store/store.ts';
import { ask, makeDatabase, type TestDatabase } from '../databases.ts';
import { commands } from './commands.ts';
import { type Command, Model, type Outcome } from './model.ts';

const sequences = Number(process.env.MODEL_SEQUENCES ?? 500);
const seed = Number(process.env.MODEL_SEED ?? 19730101);
const folder = mkdtempSync(join(tmpdir(), 'rockola-model-'));
let database: TestDatabase;
let engines: { name: string; store: Store; empty(): Promise<unknown> }[];

beforeAll(async () => {
  database = await makeDatabase(folder, 'postgres');
  const sqlite = `sqlite:${join(folder, 'model.db')}`;
  const postgres = database.settings.DATABASE_URL as string;
  const options = { poolSize: 2, writer: new URL('../../src/writer.ts', import.meta.url), report: (fault: string) => console.error(fault) };
  engines = [
    {
      name: 'SQLite',
      store: await openStore({ ...options, database: { engine: 'sqlite', path: join(folder, 'model.db') } }),
      empty: async () => {
        for (const statement of ['delete from album', 'delete from artist', 'delete from change', 'update sequence set next = 1'])
          await ask(sqlite, statement);
      },
    },
    {
      name: 'PostgreSQL',
      store: await openStore({ ...options, database: { engine: 'postgres', url: postgres } }),
      empty: () =>
        ask(
          postgres,
          'truncate album, artist, change; update counted set artists = 0; alter sequence artist_id restart; alter sequence album_id restart',
        ),
    },
  ];
});
afterAll(async () => {
  await Promise.all(engines.map(({ store }) => store.close()));
  await database.drop();
  rmSync(folder, { recursive: true });
});

const reads: Record<string, ReadOperation<never, unknown>> = {
  readArtist: artists.readArtist,
  readAlbum: albums.readAlbum,
  listArtists: artists.listArtists,
  listAlbums: albums.listAlbums,
};
const changes = { ...artists, ...albums } as unknown as Record<string, ChangeOperation<unknown, unknown>>;

async function run(store: Store, { name, input }: Command): Promise<Outcome> {
  try {
    const read = reads[name] as ReadOperation<unknown, unknown> | undefined;
    const value = await (read ? store.read(read, input) : store.change(changes[name] as ChangeOperation<unknown, unknown>, system, input));
    return withoutTime(value);
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

function withoutTime(value: unknown): Outcome {
  if (typeof value !== 'object' || value === null) return undefined;
  const { changedAt: _, ...rest } = value as { changedAt?: number };
  return rest as Outcome;
}

test(`${sequences} sequences of commands: SQLite = PostgreSQL = the model`, async () => {
  console.log(`model: MODEL_SEED=${seed} MODEL_SEQUENCES=${sequences}`);
  let done = 0;
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      for (const { empty } of engines) await empty();
      const model = new Model();
      for (const command of sequence) {
        const wanted = model.run(command);
        for (const { name, store } of engines) expect([name, await run(store, command)]).toEqual([name, wanted]);
        done++;
      }
      for (const { name, store } of engines) {
        expect([name, await store.checkIntegrity()]).toEqual([name, []]);
        expect([name, (await store.read(checkChangeLog, null)).faults]).toEqual([name, []]);
      }
    }),
    { numRuns: sequences, seed },
  );
  console.log(`model: ${done} commands`);
}, 3_600_000);
