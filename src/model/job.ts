import { z } from 'zod';
import { id } from './int64.ts';
import { type Json, parseJson } from './json.ts';
import type { Problem } from './problem.ts';
import { showMembers } from './showMembers.ts';
import { time } from './time.ts';

/** `receiving`: its input is still arriving. In the last three the job has ended. */
export const jobStates = ['receiving', 'queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** The most bytes of a piece of a job's input, plan or report. */
export const maxChunk = 262_144;

/** The most unfinished jobs, of an account and in all. */
export const maxOpenJobs = { ofAccount: 5, inAll: 100 };

/** `total`: null while it is not known. */
export type Progress = { done: number; total: number | null };

/** Times in ms since 1970. `parameters` and `outcome` are JSON, in which every integer is a bigint. */
export type Job = Progress & {
  id: bigint;
  kind: string;
  state: JobState;
  /** Null for work of the service itself, and after its account is gone. */
  accountId: bigint | null;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** Whether a running job was asked to end. */
  cancel: boolean;
  parameters: Json;
  /** Where an interrupted job continues; "" at its start. */
  checkpoint: string;
  outcome: Json;
};

/** The account that owns the jobs; null for all jobs. */
export type JobOwner = bigint | null;

const anything = z.unknown().meta({ type: ['object', 'null'] as never });

export const jobShape = z
  .strictObject({
    id,
    kind: z.string().meta({ description: 'What it does; more kinds may come', example: 'dump' }),
    state: z.enum(jobStates).meta({ description: '`receiving`: its input still comes' }),
    account: id.nullable().meta({ description: 'Whose it is; null: of the service' }),
    created_at: time,
    started_at: time.nullable(),
    ended_at: time.nullable(),
    done: z.int().meta({ description: 'Of `total`', example: 500 }),
    total: z.int().nullable().meta({ description: 'null while it is not known', example: 2000 }),
    cancel: z.boolean().meta({ description: 'Whether it was asked to end' }),
    parameters: anything.meta({ description: 'What was asked for' }),
    outcome: anything.meta({
      description:
        'What came of it, by kind; of a failed job `code`, `detail` and perhaps `fault`, the code and values of `detail`; null before the end',
    }),
  })
  .meta({ id: 'Job' });

export const showJob = (job: Job) => showMembers(jobShape, { ...job, account: job.accountId });

/** The outcome of a failed job. `fault`: the code and the values of the detail, if it has them. */
export function failureOf({ code, message: detail, facts: { fault, errors = [] } }: Problem): object {
  const only = fault ?? (errors.length === 1 ? errors[0]?.fault : undefined);
  return { code, detail, ...(only && only[0] !== 'technical' && { fault: only }) };
}

export function readJson(text: string): Json {
  return parseJson(text).value;
}
