import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Rockola, runToEnd } from '../../support/harness.ts';
import type { Ledger } from '../../support/ledger/ledger.ts';
import { disagreements, judge } from '../../support/ledger/verdict.ts';

/** A file with a copy of the store. `begunAt`: the start of the copy, in ms of the monotonic clock. */
export type Copy = { file: string; begunAt: number };

/** The result of a copy: the acked writes that it lacks, and all other faults. */
export type CopyVerdict = { lost: number; broken: string[] };

/**
 * Restores a copy into an empty folder by `rockola restore` and compares it with the ledger: it must have the writes that were acked before
 * the copy began, and may have later ones.
 */
export async function tryCopy(service: Rockola, { file, begunAt }: Copy, ledger: Ledger): Promise<CopyVerdict> {
  const folder = mkdtempSync(join(service.folder, 'restored-'));
  const store = join(folder, 'rockola.db');
  const env = { ...service.env, DATABASE_URL: `sqlite:${store}` };
  try {
    const restored = await runToEnd(env, ['restore', file]);
    if (restored.code !== 0) return { lost: 0, broken: [`restore: ${restored.err}`] };
    const checked = await runToEnd(env, ['check']);
    const verdict = await judge(asOf(ledger, begunAt), (sql) => Promise.resolve(query(store, sql)));
    const faults = checked.code === 0 ? [] : [`check of the restored store: ${checked.out}${checked.err}`];
    return { lost: verdict.lost.length, broken: [...disagreements(verdict), ...faults] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The ledger at a moment. Writes that were answered later may or may not be in the copy, so they count as unknown. */
function asOf(ledger: Ledger, moment: number): Ledger {
  return ledger
    .filter(({ outcome, endedAt }) => endedAt < moment || outcome === 'acked' || outcome === 'unknown')
    .map((attempt) => (attempt.endedAt < moment ? attempt : { ...attempt, outcome: 'unknown' }));
}

function query(path: string, sql: string): Record<string, unknown>[] {
  const database = new Database(path, { readonly: true });
  try {
    return database.query(sql).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
}
