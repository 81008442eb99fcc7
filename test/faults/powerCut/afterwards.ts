import { readFileSync } from 'node:fs';
import { system } from '../../../src/model/actor.ts';
import { hashSecret, makeApiKey } from '../../../src/model/secret.ts';
import { checkLog } from '../../../src/operations/check.ts';
import { writes } from '../../../src/operations/writes.ts';
import { starterCatalogue } from '../../../src/starter.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Report, Store } from '../../../src/store/store.ts';
import type { Ledger } from '../../support/ledger/ledger.ts';
import { judge } from '../../support/ledger/verdict.ts';
import { newArtist } from '../../support/newArtist.ts';
import { threads } from '../../support/threads.ts';
import { openHere } from './openHere.ts';
import { hashOf } from './recording.ts';

/** The promises before the power cut. */
export type Promised = {
  ledger: Ledger;
  /** Whether the program had printed the key of its first start. */
  shown: boolean;
};

type Opened = ReturnType<typeof openHere>;

/** The effects of the power cut: broken promises, and damage that no cut may cause. All empty if all is well. */
export type Damage = { lost: string[]; harm: string[] };

const starter = starterCatalogue('es');
const starterIds = new Set(starter.map(({ id }) => String(id)));

/**
 * Opens a store that a power cut has left, and checks it. `serve` opens it with threads; `openHere` runs the same code without them.
 *
 * @param writer the module of the writer thread
 * @param closely whether to open it with threads, to replay the revision log and to add an artist, too
 */
export async function lookAt(path: string, writer: URL, { ledger, shown }: Promised, closely: boolean): Promise<Damage> {
  const damage: Damage = { lost: [], harm: [] };
  try {
    const report = (message: string) => damage.harm.push(message);
    const store = await (closely ? openWithThreads(path, writer, report) : openHere(path, report));
    try {
      damage.harm.push(...(await integrityFaults(store, path)));
      const first = await store.write(writes.firstStart, system, { starter, keyHash: hashSecret(makeApiKey()) });
      if (first && shown) damage.lost.push('the first start, whose key was shown');
      await compare(store, ledger, damage);
      if (closely) damage.harm.push(...(await closeLook(store)));
    } finally {
      await store.close();
    }
  } catch (error) {
    damage.harm.push(`it does not start: ${error instanceof Error ? error.message : error}`);
  }
  return damage;
}

function openWithThreads(path: string, writer: URL, report: Report): Promise<Store> {
  return openStore({ database: { engine: 'sqlite', path }, poolSize: 1, threads: { ...threads, writer }, readers: 1, report });
}

/** Digests of recovered stores without a fault: many states recover to the same content, which is checked once. */
const faultless = new Set<string>();

async function integrityFaults(store: Opened, path: string): Promise<string[]> {
  const content = [path, `${path}-wal`].map((file) => hashOf(readFileSync(file))).join();
  if (faultless.has(content)) return [];
  const faults = await store.checkIntegrity();
  if (faults.length === 0) faultless.add(content);
  return faults;
}

async function compare(store: Opened, ledger: Ledger, damage: Damage): Promise<void> {
  const all = (sql: string) => store.read(async (reader) => reader.all(sql), null);
  const isStarter = ({ id }: Record<string, unknown>) => starterIds.has(String(id));
  const { lost, twice, stray, odd } = await judge(ledger, async (sql) => (await all(sql)).filter((row) => !isStarter(row)));
  damage.lost.push(...lost);
  damage.harm.push(...twice, ...stray, ...odd);
  const made = (await all('select id from artist')).filter(isStarter).length;
  if (made !== starter.length) damage.harm.push(`${made} of ${starter.length} starter artists`);
}

async function closeLook(store: Opened): Promise<string[]> {
  const record = newArtist({ name: 'Written after the cut' });
  await store.write(writes.createArtist, system, { record, requireId: false });
  return (await store.snapshot(checkLog, null)).damage;
}
