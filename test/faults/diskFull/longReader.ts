import { statSync } from 'node:fs';
import type { Rockola } from '../../support/harness.ts';
import { until } from '../until.ts';
import { holdSnapshot } from './round.ts';

/** The size of the log while a reader had its snapshot, and soon after, in bytes. */
export type LogSizes = { held: number; after: number; broken: string[] };

/** The size to which the service cuts the log after a checkpoint (journal_size_limit), in bytes. */
const limit = 64 * 1024 * 1024;
/** The bytes by which one transaction may exceed the limit. */
const slack = 4 * 1024 * 1024;
/** The most ms until the log is cut after its reader has left. */
const cutWithin = 5_000;

/** Holds a snapshot until the log is well over its limit, releases it, and checks that the log shrinks within seconds. */
export async function outgrowLog(service: Rockola, path: string): Promise<LogSizes> {
  const size = () => statSync(`${path}-wal`).size;
  const load = startLongTexts(service);
  const release = holdSnapshot(path);
  await until(() => size() > limit + 2 * slack, 'the log did not outgrow its limit', 60_000);
  const held = size();
  release();
  const from = performance.now();
  await until(() => size() <= limit + slack, 'the log is not cut').catch(() => {});
  const [took, after] = [performance.now() - from, size()];
  const refused = await load.stop();
  const broken = [
    ...(after <= limit + slack ? [] : [`the log still had ${after} bytes after its reader had left`]),
    ...(took <= cutWithin ? [] : [`the log was cut only ${Math.round(took)} ms after its reader had left`]),
    ...(refused === 0 ? [] : [`${refused} writes were refused during a read`]),
  ];
  return { held, after, broken };
}

/** Writers of artists with the longest descriptions. `stop` returns the number of refused writes. */
function startLongTexts(service: Rockola): { stop(): Promise<number> } {
  const body = JSON.stringify({ name: 'Long', description: '𝄞'.repeat(20_000) });
  const headers = { 'X-API-Key': service.adminKey, 'Content-Type': 'application/json' };
  let refused = 0;
  let stopped = false;
  const writers = Array.from({ length: 8 }, async () => {
    while (!stopped) {
      const response = await fetch(`${service.url}/api/v1/artists`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      if (!response.ok) refused++;
    }
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all(writers);
      return refused;
    },
  };
}
