import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { system } from '../../src/model/actor.ts';
import { hashApiKey, makeApiKey } from '../../src/model/apiKey.ts';
import { firstStart } from '../../src/operations/firstStart.ts';
import { checksumOf } from '../../src/store/migrations.ts';
import { openStore } from '../../src/store/open.ts';
import { migrations } from '../../src/store/sqlite/migrations/index.ts';
import { fill } from './fill.ts';

/** A store with a generated catalogue, whose artists have the ids 1 to `size`, and an admin key for it. */
export type FilledStore = { size: number; file: string; key: string };

const cache = new URL('../data/', import.meta.url).pathname;
const seed = 1;
const stretch = 2_000;

/** The store of a size, made where the cache has none for this seed and schema. It is to be copied, not written to. */
export async function filledStore(size: number, say: (progress: string) => void): Promise<FilledStore> {
  const folder = join(cache, `${size}-${seed}-${schema()}`);
  if (!existsSync(folder)) await make(folder, size, say);
  return { size, file: join(folder, 'rockola.db'), key: (await Bun.file(join(folder, 'key')).text()).trim() };
}

/** A copy to write to, in a folder of its own beside the cached one: on the same disk, which matters to every commit. */
export function copyStore({ size, file, key }: FilledStore): FilledStore & { remove(): void } {
  const folder = join(cache, `copy-${process.pid}-${crypto.randomUUID().slice(0, 8)}`);
  mkdirSync(folder, { recursive: true });
  cpSync(file, join(folder, 'rockola.db'));
  return { size, file: join(folder, 'rockola.db'), key, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Made under another name first, so that an interrupted run leaves nothing that looks complete. */
async function make(folder: string, size: number, say: (progress: string) => void): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const key = makeApiKey();
  const store = await openStore({
    database: { engine: 'sqlite', path: join(unfinished, 'rockola.db') },
    poolSize: 1,
    writer: new URL('./writer.ts', import.meta.url),
    report: say,
  });
  await store.change(firstStart, system, { starter: [], keyHash: hashApiKey(key) });
  for (let from = 0; from < size; from += stretch) {
    await store.change(fill, system, { seed, from, count: Math.min(stretch, size - from) });
    say(`making a store of ${size} artists: ${Math.round((from / size) * 100)} %`);
  }
  await store.close();
  await Bun.write(join(unfinished, 'key'), `${key}\n`);
  renameSync(unfinished, folder);
}

function schema(): string {
  return new Bun.CryptoHasher('sha256').update(migrations.map(checksumOf).join()).digest('hex').slice(0, 8);
}
