import type { Actor } from '../model/actor.ts';
import type { Dump } from '../model/dump.ts';
import type { Job } from '../model/job.ts';
import * as dumps from '../store/dump.ts';
import { hasJobSince, takesTurn } from '../store/job.ts';
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

/** Queues a dump unless one was queued in the last 24 hours. */
export async function scheduleDump(tx: Transaction, actor: Actor, _input: null): Promise<void> {
  if ((await takesTurn(tx, 'dump')) && !(await hasJobSince(tx, 'dump', tx.now - day))) await askDump(tx, actor, null);
}
