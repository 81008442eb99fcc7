import { Database } from 'bun:sqlite';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { system } from '../../src/model/actor.ts';
import { toJson } from '../../src/model/json.ts';
import { hashSecret, makeApiKey } from '../../src/model/secret.ts';
import { writes } from '../../src/operations/writes.ts';
import { checksumOf } from '../../src/store/migrations.ts';
import { openStore } from '../../src/store/open.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { fillWrites } from './fill.ts';
import { generatedArtist, seed } from './generate.ts';

/** A store with a generated catalogue, whose artists have the ids 1 to `size`, and an admin key for it. */
export type FilledStore = { size: number; file: string; key: string };

export const cache = new URL('../data/', import.meta.url).pathname;
const batchSize = 2_000;

/** Returns the store of a size, and makes it if the cache has none for this seed and schema. Copy it before you write to it. */
export async function filledStore(size: number, say: (progress: string) => void): Promise<FilledStore> {
  const folder = join(cache, `${size}-${seed}-${contentHash()}`);
  if (!existsSync(folder)) await make(folder, size, say);
  return { size, file: join(folder, 'rockola.db'), key: (await Bun.file(join(folder, 'key')).text()).trim() };
}

/** A copy to write to, in a folder of its own next to the cached one: on the same disk, which matters to every commit. */
export function copyStore({ size, file, key }: FilledStore): FilledStore {
  const folder = scratchFolder();
  cpSync(file, join(folder, 'rockola.db'));
  return { size, file: join(folder, 'rockola.db'), key };
}

/** Makes an empty folder, which the bench removes after the measure. */
export function scratchFolder(): string {
  const folder = join(cache, `scratch-${crypto.randomUUID().slice(0, 8)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Removes the scratch folders of this run and of killed ones. Only one bench at a time runs in a checkout. */
export function removeScratch(): void {
  const left = new Bun.Glob('scratch-*').scanSync({ cwd: cache, onlyFiles: false });
  for (const folder of left) rmSync(join(cache, folder), { recursive: true, force: true });
}

/** Makes the store under another name first, so that an interrupted run leaves nothing that looks complete. */
async function make(folder: string, size: number, say: (progress: string) => void): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const key = makeApiKey();
  const store = await openStore({
    database: { engine: 'sqlite', path: join(unfinished, 'rockola.db') },
    poolSize: 1,
    threads: { writer: new URL('./writer.ts', import.meta.url), reader: new URL('../../src/reader.ts', import.meta.url) },
    readers: 1,
    report: say,
  });
  await store.write(writes.firstStart, system, { starter: [], keyHash: hashSecret(key) });
  for (let from = 0; from < size; from += batchSize) {
    await store.write(fillWrites.fill, system, { seed, from, count: Math.min(batchSize, size - from) });
    say(`making a store of ${size} artists: ${Math.round((from / size) * 100)} %`);
  }
  await store.close();
  checkpoint(join(unfinished, 'rockola.db'));
  await Bun.write(join(unfinished, 'key'), `${key}\n`);
  renameSync(unfinished, folder);
}

/** Moves the write-ahead log into the database file, since only that file is copied. @throws if the log is still in use */
function checkpoint(file: string): void {
  const database = new Database(file);
  const { busy } = database.query('pragma wal_checkpoint(truncate)').get() as { busy: number };
  database.close();
  if (busy !== 0) throw new Error(`${file} is still in use`);
}

/** A hash of the schema and of the generator: with size and seed, these determine the content. */
function contentHash(): string {
  const sample = Array.from({ length: 100 }, (_, place) => generatedArtist(seed, place));
  const text = toJson([migrations.map(checksumOf), sample]);
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 8);
}
