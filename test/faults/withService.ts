import { rmSync } from 'node:fs';
import { undoAtEnd } from '../failover/leftovers.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import type { Variant } from '../support/variant.ts';

/** How a service starts: settings beyond the defaults, another program or variant than Rockola, and the expected errors in its log. */
export type Start = { settings?: Record<string, string>; entry?: string; variant?: Variant; expectErrors?: RegExp[] };

/** Starts a service on an empty store, runs work on it, stops it in order, and removes the store, even after a failure. */
export async function withService<T>({ settings, expectErrors, ...program }: Start, work: (service: Rockola) => Promise<T>): Promise<T> {
  const service = await startRockola({ ROCKOLA_STARTER: 'off', ...settings }, { expectErrors, ...program });
  const end = undoAtEnd(() => {
    service.process.kill('SIGKILL');
    rmSync(service.folder, { recursive: true, force: true });
  });
  try {
    const found = await work(service);
    await service.stop();
    return found;
  } finally {
    end();
  }
}

/** The path of a test program that runs instead of Rockola. */
export function entryOf(name: string): string {
  return new URL(name, import.meta.url).pathname;
}

/** The faults that the store's own checks and `rockola check` find, a sentence each. */
export async function faultsOfStore(service: Rockola): Promise<string[]> {
  const { code, out, err } = await service.cli(['check']);
  return code === 0 ? [] : [`rockola check: ${out}${err}`];
}

/** The faults that SQLite's own checks find in the store. They take seconds for a large store, and do not replay the log. */
export async function damageOf(service: Rockola): Promise<string[]> {
  const integrity = await service.sql('pragma integrity_check');
  const orphans = await service.sql('pragma foreign_key_check');
  const damage = integrity.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok');
  return [...damage.map((line) => `integrity_check: ${line}`), ...orphans.map((row) => `foreign_key_check: ${JSON.stringify(row)}`)];
}
