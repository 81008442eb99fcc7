import type { Actor } from '../model/actor.ts';
import type { Awaitable } from '../model/awaitable.ts';
import { type Job, type JobOwner, type JobState, type Progress, readJson } from '../model/job.ts';
import { toJson } from '../model/json.ts';
import type { PageQuery, SeekSlice } from '../model/page.ts';
import { insertReturning, isOne, objectsOf, readSlice } from './rows.ts';
import type { Reader, Row, Transaction } from './store.ts';

const columns = `id, kind, state, user_id, created_at, started_at, ended_at, done, total, cancel, parameters, checkpoint, outcome`;

const times = { created_at: Number, started_at: Number, ended_at: Number };
const toJob = objectsOf<Job>({ ...times, done: Number, total: Number, cancel: isOne, parameters: readJson, outcome: readJson });

export type NewJob = { kind: string; accountId: JobOwner; parameters: object };

/** @param receivingUntil when a job that still receives its input counts as broken off */
export async function insertJob(tx: Transaction, { kind, accountId, parameters }: NewJob, receivingUntil?: number): Promise<Job> {
  const row = await insertReturning(
    tx,
    'job',
    {
      kind,
      state: receivingUntil === undefined ? 'queued' : 'receiving',
      user_id: accountId,
      created_at: tx.now,
      ...{ done: 0, cancel: 0, parameters: toJson(parameters), checkpoint: '', run: 0 },
      leased_until: receivingUntil ?? 0,
    },
    `returning ${columns}`,
  );
  return toJob(row as Row);
}

export async function findJob(reader: Reader, owner: JobOwner, id: bigint): Promise<Job | undefined> {
  const row = await reader.get(`select ${columns} from job where ${isOwnedBy} and id = $2`, owner, id);
  return row && toJob(row);
}

const isOwnedBy = '(cast($1 as bigint) is null or user_id = $1)';

/** The parameters of a job, which no other transaction changes until this one ends. */
export async function lockParameters(tx: Transaction, id: bigint): Promise<Job['parameters']> {
  const row = await tx.get(`select ${columns} from job where id = $1${tx.forUpdate}`, id);
  return row ? toJob(row).parameters : {};
}

/** The newest first. */
export function listJobs(reader: Reader, { owner, page }: { owner: JobOwner; page: PageQuery }): Promise<SeekSlice<Job>> {
  return readSlice(reader, { select: `select ${columns} from job`, where: isOwnedBy, descending: true, toObject: toJob }, [owner], page);
}

export async function listAllJobs(reader: Reader, _input: null): Promise<Job[]> {
  return (await reader.all(`select ${columns} from job order by id desc`)).map(toJob);
}

/** Jobs that have not ended: of an account, and in all. */
export async function countOpenJobs(reader: Reader, owner: JobOwner): Promise<{ own: bigint; all: bigint }> {
  const row = await reader.get(
    'select count(*) as jobs, count(case when user_id = $1 then 1 end) as own from job where ended_at is null',
    owner ?? 0n,
  );
  return { own: row?.own as bigint, all: row?.jobs as bigint };
}

/** The kinds of jobs of which none runs, and one waits or was interrupted. */
export async function listDueKinds(reader: Reader, now: number): Promise<string[]> {
  const rows = await reader.all(
    `select kind from job where ended_at is null group by kind
     having min(leased_until) <= $1 and coalesce(max(case when state = 'running' then leased_until end), 0) <= $1`,
    now,
  );
  return rows.map(({ kind }) => kind as string);
}

/** Takes the lock to begin or schedule a job of a kind. @returns false if another transaction holds it */
export function takesTurn(tx: Transaction, kind: string): Awaitable<boolean> {
  return tx.tryLock(`jobs of ${kind}`);
}

export async function hasJobSince(reader: Reader, kind: string, since: number): Promise<boolean> {
  return (await reader.get('select 1 as found from job where kind = $1 and created_at > $2 limit 1', kind, since)) !== undefined;
}

/** A leased job. `run`: the number of this run. Earlier runs have smaller numbers, and may still be working. */
export type Held = { job: Job; run: bigint };

/**
 * Leases the next job of a kind, an interrupted one first; undefined if no job of the kind waits, or one runs.
 *
 * @param ignoresLeases for the start of the only node: every lease belongs to a process that has ended
 */
export async function takeJob(tx: Transaction, kind: string, until: number, ignoresLeases: boolean): Promise<Held | undefined> {
  if (!(await takesTurn(tx, kind))) return undefined;
  const row = await tx.get(
    `update job set state = 'running', started_at = coalesce(started_at, $1), run = run + 1, leased_until = $2
     where id = (select id from job where kind = $3 and ended_at is null and state <> 'receiving' order by started_at is null, id limit 1)
       and leased_until <= $4
     returning ${columns}, run`,
    ...[tx.now, until, kind, ignoresLeases ? Number.MAX_SAFE_INTEGER : tx.now],
  );
  if (!row) return undefined;
  const { run, ...job } = row;
  return { job: toJob(job), run: run as bigint };
}

/** A run of a job. Only the last one may write. */
export type Run = { id: bigint; run: bigint };

export async function holdsJob(tx: Transaction, { id, run }: Run): Promise<boolean> {
  return (await tx.get(`select 1 as held from job where id = $1 and run = $2 and ended_at is null${tx.forUpdate}`, id, run)) !== undefined;
}

/** @returns whether the job must end; undefined if the run has lost the job */
export async function noteJob(
  tx: Transaction,
  { id, run }: Run,
  until: number,
  { done, total, checkpoint }: Progress & { checkpoint: string },
): Promise<boolean | undefined> {
  const row = await tx.get(
    `update job set leased_until = $1, done = $2, total = $3, checkpoint = $4
     where id = $5 and run = $6 and ended_at is null returning cancel`,
    ...[until, done, total, checkpoint, id, run],
  );
  return row && Number(row.cancel) === 1;
}

/** Ends the lease of a job that continues later. */
export async function releaseJob(tx: Transaction, _actor: Actor, { id, run }: Run): Promise<void> {
  await tx.run(`update job set leased_until = 0 where id = $1 and run = $2 and ended_at is null`, id, run);
}

type End = Run & { state: JobState; outcome: object | null };

/** Does nothing if the run has lost the job. */
export async function endJob(tx: Transaction, _actor: Actor, { id, run, state, outcome }: End): Promise<void> {
  await tx.run(
    `update job set state = $1, ended_at = $2, outcome = $3 where id = $4 and run = $5 and ended_at is null`,
    ...[state, tx.now, outcome && toJson(outcome), id, run],
  );
}

const receiving = `state = 'receiving' and ended_at is null`;

/** @returns false if the job does not wait for its input */
export async function extendReceiving(tx: Transaction, id: bigint, until: number): Promise<boolean> {
  const row = await tx.get(`update job set leased_until = $1 where id = $2 and ${receiving} returning id`, until, id);
  return row !== undefined;
}

/** @returns false if the job does not wait for its input */
export async function queueJob(tx: Transaction, id: bigint): Promise<boolean> {
  const row = await tx.get(`update job set state = 'queued', leased_until = 0 where id = $1 and ${receiving} returning id`, id);
  return row !== undefined;
}

/** Queues a job that has ended for another step. @returns false if it has not ended at the checkpoint `from` */
export async function requeueJob(tx: Transaction, id: bigint, from: string, checkpoint: string, parameters?: object): Promise<boolean> {
  const row = await tx.get(
    `update job set state = 'queued', started_at = null, ended_at = null, cancel = 0, done = 0, total = null, leased_until = 0, checkpoint = $1,
       parameters = coalesce($2, parameters)
     where id = $3 and checkpoint = $4 and ended_at is not null returning id`,
    ...[checkpoint, parameters ? toJson(parameters) : null, id, from],
  );
  return row !== undefined;
}

/** Ends jobs whose input has stopped coming. */
export async function endBrokenOff(tx: Transaction): Promise<void> {
  const outcome = toJson({ code: 'broken-off', detail: 'Its input did not arrive completely.' });
  await tx.run(
    `update job set state = 'failed', ended_at = $1, outcome = $2 where ${receiving} and leased_until <= $1`,
    ...[tx.now, outcome],
  );
}

/** Ends all unfinished jobs. The parameters are the time in ms since 1970 and the outcome. */
export const endOpenJobs = `update job set state = 'failed', ended_at = $1, outcome = $2 where ended_at is null`;
export const interrupted = toJson({
  code: 'interrupted',
  detail:
    'It ended when the store was restored, or when all logins were ended. See what it has done, then send its step again, or the file.',
});

/** @returns how many jobs ended */
export async function interruptJobs(tx: Transaction): Promise<number> {
  return (await tx.all(`${endOpenJobs} returning id`, tx.now, interrupted)).length;
}

/** A running job ends at its next step, any other job at once. */
export async function cancelJob(tx: Transaction, id: bigint): Promise<void> {
  await tx.run(`update job set cancel = 1 where id = $1 and ended_at is null`, id);
  await tx.run(`update job set state = 'cancelled', ended_at = $1 where id = $2 and ended_at is null and state <> 'running'`, tx.now, id);
}

/** The place of a piece in a file of a job. `name`: of the file. `number`: counted from 0. */
export type Place = { id: bigint; name: string; number: number };

/** Writes or replaces a piece. @param piece.bytes in base64 */
export async function writeChunk(tx: Transaction, { id, name, number, bytes }: Place & { bytes: string }): Promise<void> {
  await tx.run(
    `insert into job_chunk (job_id, name, number, bytes) values ($1, $2, $3, $4)
     on conflict (job_id, name, number) do update set bytes = excluded.bytes`,
    ...[id, name, number, bytes],
  );
}

export async function readChunk(reader: Reader, { id, name, number }: Place): Promise<Uint8Array | undefined> {
  const row = await reader.get('select bytes from job_chunk where job_id = $1 and name = $2 and number = $3', id, name, number);
  return row && Buffer.from(row.bytes as string, 'base64');
}

/** Deletes pieces of jobs that ended before a time, up to `limit`. @returns how many */
export function removeChunks(tx: Transaction, before: number, limit: number): Promise<number> {
  return removeWhere(tx, 'true', before, limit);
}

/** Like `removeChunks`, but only inputs that are no longer needed: the import was applied, or ended before its first plan began. */
export function removeInputs(tx: Transaction, before: number, limit: number): Promise<number> {
  const isPlanned = `exists (select 1 from job_chunk p where p.job_id = j.id and p.name = 'plan summary')`;
  const isDone = `(j.checkpoint <> '' or (j.started_at is null and not ${isPlanned}))`;
  return removeWhere(tx, `c.name = 'input' and ${isDone}`, before, limit);
}

async function removeWhere(tx: Transaction, condition: string, before: number, limit: number): Promise<number> {
  const rows = await tx.all(
    `delete from job_chunk where id in (select c.id from job j cross join job_chunk c
       where c.job_id = j.id and j.ended_at < $1 and ${condition} order by j.ended_at limit $2)
     returning id`,
    ...[before, limit],
  );
  return rows.length;
}
