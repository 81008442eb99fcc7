import type { Actor } from '../model/actor.ts';
import type { Dump } from '../model/dump.ts';
import type { Job } from '../model/job.ts';
import * as dumps from '../store/dump.ts';
import { hasJobSince, tryLockJobs } from '../store/job.ts';
import { newestRedaction } from '../store/redaction.ts';
import type { Transaction } from '../store/store.ts';
import { addJob } from './job.ts';

const day = 24 * 3_600_000;

/** The published dumps, the newest first. @param folder undefined where there is none */
export function listDumps(folder: string | undefined): Dump[] {
  return folder === undefined ? [] : dumps.readDumps(folder);
}

/** Queues a dump now. @throws Problem `too-many-requests` */
export function askDump(tx: Transaction, _actor: Actor, _input: null): Promise<Job> {
  return addJob(tx, { kind: 'dump', accountId: null, parameters: {} });
}

/**
 * Queues a dump if none was queued in the last 24 hours, or since the last redaction. Its job withdraws at once the dumps from before the
 * redaction, which may hold what it erased.
 *
 * @param oldest when the oldest dump was made, in ms since 1970; null if there is none
 */
export async function scheduleDump(
  tx: Transaction,
  actor: Actor,
  { daily, oldest }: { daily: boolean; oldest: number | null },
): Promise<void> {
  const redactedAt = await newestRedaction(tx, null);
  const since = Math.max(daily ? tx.now - day : 0, oldest !== null && oldest <= redactedAt ? redactedAt : 0);
  if (since > 0 && (await tryLockJobs(tx, 'dump')) && !(await hasJobSince(tx, 'dump', since))) await askDump(tx, actor, null);
}
