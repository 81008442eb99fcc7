import { type Actor, may, ownId } from '../model/actor.ts';
import { type Job, type JobOwner, maxOpenJobs, type Progress } from '../model/job.ts';
import { notFound, tooMany } from '../model/problem.ts';
import * as jobs from '../store/job.ts';
import type { Reader, Store, Transaction } from '../store/store.ts';

/** The lease of a job, in ms. A step is much shorter. After the lease another node takes over the job. */
const leaseTime = 20_000;
/** How long the next piece of an input may take, in ms. */
export const receivingTime = 120_000;
/** The lease of a job that receives its input, in ms. It outlasts `receivingTime`, so that a slow request says why it was refused. */
const receivingLease = receivingTime + 15_000;

/** Administrators and the operator see all jobs, others their own. */
export function visibleJobs(actor: Actor): JobOwner {
  return may(actor, 'administer') ? null : ownId(actor);
}

/** @throws Problem `not-found` where the owner has no such job */
export async function readJob(reader: Reader, { owner, id }: { owner: JobOwner; id: bigint }): Promise<Job> {
  const job = await jobs.findJob(reader, owner, id);
  if (!job) throw notFound(`job ${id}`);
  return job;
}

/** @returns the job after the cancellation; a job that has ended does not change @throws Problem `not-found` */
export async function cancelJob(tx: Transaction, actor: Actor, id: bigint): Promise<Job> {
  const owner = visibleJobs(actor);
  await readJob(tx, { owner, id });
  await jobs.cancelJob(tx, id);
  return readJob(tx, { owner, id });
}

/**
 * Adds a job. The operation that calls this checks the right to do so.
 *
 * @param receives whether its input comes in pieces, before `queueJob`
 * @throws Problem `too-many-requests` if too many jobs have not ended
 */
export async function addJob(tx: Transaction, order: jobs.NewJob, receives = false): Promise<Job> {
  const open = await jobs.countOpenJobs(tx, order.accountId);
  const { ofAccount, inAll } = maxOpenJobs;
  if (order.accountId !== null && open.own >= ofAccount)
    throw tooMany(`This account has ${ofAccount} jobs that have not ended, as many as it may.`, 60, 'Or cancel one of them.', []);
  if (open.all >= inAll) throw tooMany(`There are ${inAll} jobs that have not ended, as many as there may be.`, 60, 'They take turns.', []);
  return jobs.insertJob(tx, order, receives ? tx.now + receivingLease : undefined);
}

/** A piece of a job's input, plan or report: `bytes` in base64, at most `maxChunk` of them. */
export type Piece = jobs.Run & { name: string; number: number; bytes: string };

/** Stores the next piece of an input. @throws Problem `not-found` where the job has ended */
export async function receivePiece(tx: Transaction, _actor: Actor, { id, ...piece }: Omit<Piece, 'run'>): Promise<void> {
  if (!(await jobs.extendReceiving(tx, id, tx.now + receivingLease))) throw notFound(`job ${id} that waits for its input`);
  await jobs.writeChunk(tx, { id, ...piece });
}

/** Queues a job whose input has arrived. @throws Problem `not-found` where it has ended */
export async function queueJob(tx: Transaction, _actor: Actor, id: bigint): Promise<void> {
  if (!(await jobs.queueJob(tx, id))) throw notFound(`job ${id} that waits for its input`);
}

/** @param ignoresLeases as for `takeJob` of the store @returns the kinds of which `takeJob` would take a job */
export function listDueKinds(reader: Reader, ignoresLeases: boolean): Promise<string[]> {
  return jobs.listDueKinds(reader, ignoresLeases ? Number.MAX_SAFE_INTEGER : Date.now());
}

export async function takeJob(
  tx: Transaction,
  _actor: Actor,
  { kind, ignoresLeases }: { kind: string; ignoresLeases: boolean },
): Promise<jobs.Held | undefined> {
  await jobs.endBrokenOff(tx);
  return jobs.takeJob(tx, kind, tx.now + leaseTime, ignoresLeases);
}

/** `lost`: another run has the job, or it is gone. */
export type Verdict = 'goes on' | 'cancelled' | 'lost';

/** Stores the progress of a run, and renews its lease. A write of the run may call this in its own transaction. */
export async function noteJob(tx: Transaction, _actor: Actor, { id, run, ...reached }: jobs.Run & Reached): Promise<Verdict> {
  const cancel = await jobs.noteJob(tx, { id, run }, tx.now + leaseTime, reached);
  if (cancel === undefined) return 'lost';
  return cancel ? 'cancelled' : 'goes on';
}

export type Reached = Progress & { checkpoint: string };

/** @returns false if the run has lost its job */
export async function writePiece(tx: Transaction, _actor: Actor, { run, ...piece }: Piece): Promise<boolean> {
  if (!(await jobs.holdsJob(tx, { id: piece.id, run }))) return false;
  await jobs.writeChunk(tx, piece);
  return true;
}

/** The pieces of a file of a job, in order. */
export async function* piecesOf(store: Pick<Store, 'read'>, id: bigint, name: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const bytes = await store.read(jobs.readChunk, { id, name, number });
    if (!bytes) return;
    yield bytes;
  }
}
