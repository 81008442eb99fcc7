import { statSync } from 'node:fs';
import type { Rockola } from '../../harness.ts';
import { disagreements, judge } from '../../ledger/verdict.ts';
import { startWriters } from '../../ledger/writers.ts';
import { until } from '../until.ts';
import { holdSnapshot } from './round.ts';

/** How large the log became while somebody read, and how large it was soon after, in bytes. */
export type LogSizes = { held: number; after: number; broken: string[] };

/** The service cuts the log to this once it is folded in (journal_size_limit), in bytes; one transaction may stand above it. */
const limit = 64 * 1024 * 1024;
const slack = 4 * 1024 * 1024;

/** Holds a snapshot until the log is well over its limit, lets go, and looks whether it comes back to it within seconds. */
export async function outgrowLog(service: Rockola, path: string): Promise<LogSizes> {
  const size = () => statSync(`${path}-wal`).size;
  const load = startWriters(service, 16, 'long reader');
  const letGo = holdSnapshot(path);
  await until(() => size() > limit + 2 * slack, 'the log did not outgrow its limit', 60_000);
  const held = size();
  letGo();
  await until(() => size() <= limit + slack, '', 5_000).catch(() => {});
  const after = size();
  const verdict = await judge(await load.stop(), service.sql);
  const kept = after <= limit + slack ? [] : [`the log still had ${after} bytes 5 s after its reader left`];
  return { held, after, broken: [...disagreements(verdict), ...kept] };
}
