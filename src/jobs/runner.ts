import { setImmediate } from 'node:timers/promises';
import { system } from '../model/actor.ts';
import { failureOf, type Job, type JobState } from '../model/job.ts';
import { Problem } from '../model/problem.ts';
import { listDueKinds, type Reached } from '../operations/job.ts';
import { writes } from '../operations/writes.ts';
import type { Log } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';
import { type Held, type Run, readChunk } from '../store/job.ts';
import type { Caller } from '../store/slowReads.ts';
import type { Store } from '../store/store.ts';

/** The pause between two searches for due jobs, in ms. */
const interval = 500;
/** The shortest time between two writes of a job's progress, in ms. */
const noteInterval = 1_000;

/** The most runs of a job that fail with `unavailable`. Without a limit, a dump whose snapshot always expires would run forever. */
const maxRuns = 10n;
/** The most runs of any job. Without a limit, a job that crashes the process would crash it after each restart. */
const maxRestarts = 100n;

/** The functions that the runner gives to a job. */
export type JobContext = {
  job: Job;
  run: Run;
  store: Store;
  /** The client to which slow reads of the job are attributed. */
  caller: Caller;
  /**
   * A job calls it after each slice of a few ms. It lets requests run, and stores the progress at most once a second, or `atOnce`. After an
   * interruption, the next run begins at the last stored checkpoint.
   *
   * @throws JobOver if the run must end
   */
  step(reached: Reached, atOnce?: boolean): Promise<void>;
  /** Piece `number` of a file of the job, counted from 0; undefined after the last. */
  read(name: string, number: number): Promise<Uint8Array | undefined>;
  /** Stores a piece of at most `maxChunk` bytes, or replaces it. @throws JobOver */
  write(name: string, number: number, bytes: Uint8Array): Promise<void>;
  /** Like `write`, but even when the store has reached its size limit. Only for a file of bounded size. */
  writeSummary(name: string, number: number, bytes: Uint8Array): Promise<void>;
};

/** `run` continues from `job.checkpoint` and returns the outcome. One job of a kind runs at a time. */
export type JobKind = { kind: string; run(context: JobContext): Promise<object> };

/** Ends a run: its job is cancelled, another run has taken it over, or it continues after the next start. */
export class JobOver extends Error {
  readonly why: 'cancelled' | 'lost' | 'stopping';

  constructor(why: JobOver['why']) {
    super(`the run is over: ${why}`);
    this.why = why;
  }
}

/** Runs the jobs of a kind one after another, different kinds in parallel. @param singleNode whether no other node uses the store */
export function startJobs(kinds: JobKind[], { store, log, singleNode }: { store: Store; log: Log; singleNode: boolean }) {
  const end = new AbortController();
  const failed = (err: unknown) => log.events.error({ err }, 'a job failed');
  const underWay = new Map<JobKind, Promise<void>>();
  // When the only node starts, every lease belongs to a process that has ended.
  let ignoresLeases = singleNode;

  async function runDueJobs(work: JobKind, ignoresLeases: boolean): Promise<void> {
    for (let isDue = true; isDue && !end.signal.aborted; isDue = (await store.read(listDueKinds, false)).includes(work.kind)) {
      const held = await store.write(writes.takeJob, system, { kind: work.kind, ignoresLeases });
      if (!held) return;
      await serve(work, held, { store, signal: end.signal, failed });
    }
  }

  const searches = repeat(
    async () => {
      const due = await store.read(listDueKinds, ignoresLeases);
      for (const work of kinds.filter((kind) => due.includes(kind.kind) && !underWay.has(kind))) {
        const running = runDueJobs(work, ignoresLeases)
          .catch((error) => void (error instanceof Problem || failed(error)))
          .finally(() => underWay.delete(work));
        underWay.set(work, running);
      }
      ignoresLeases = false;
    },
    interval,
    failed,
    0,
  );
  return {
    /** Runs end at their next step, and continue after the next start. */
    async stop(): Promise<void> {
      end.abort();
      await searches.stop();
      await Promise.all(underWay.values());
    },
  };
}

type Serving = { store: Store; signal: AbortSignal; failed(error: unknown): void };

async function serve({ run: work }: JobKind, held: Held, serving: Serving): Promise<void> {
  const { store, failed } = serving;
  const { job, run } = held;
  const end = (state: JobState, outcome: object | null) => store.write(writes.endJob, system, { id: job.id, run, state, outcome });
  if (job.cancel) return end('cancelled', null);
  if (run > maxRestarts) return end('failed', { code: 'internal', detail: 'It was begun again too often.' });
  try {
    await end('done', await work(contextOf(held, serving)));
  } catch (error) {
    if (error instanceof JobOver) {
      if (error.why === 'cancelled') await end('cancelled', null);
      else if (error.why === 'stopping') await store.write(writes.releaseJob, system, { id: job.id, run });
      return;
    }
    // The store is out of reach. The job continues after its lease has expired.
    if (error instanceof Problem && error.code === 'unavailable' && run < maxRuns) return;
    if (error instanceof Problem) return end('failed', failureOf(error));
    failed(error);
    await end('failed', { code: 'internal', detail: 'The log of the service says why.' });
  }
}

function contextOf({ job, run }: Held, { store, signal }: Serving): JobContext {
  const { id } = job;
  const writeWith = (operation: typeof writes.writePiece) => async (name: string, number: number, bytes: Uint8Array) => {
    const piece = { id, run, name, number, bytes: bytes.toBase64() };
    if (!(await store.write(operation, system, piece))) throw new JobOver('lost');
  };
  let notedAt = performance.now();
  return {
    job,
    run: { id, run },
    store,
    caller: { client: `job ${job.kind}`, signal },
    async step(reached, atOnce = false) {
      if (!atOnce && !signal.aborted && performance.now() - notedAt < noteInterval) return setImmediate();
      const verdict = await store.write(writes.noteJob, system, { id, run, ...reached });
      notedAt = performance.now();
      if (verdict !== 'goes on') throw new JobOver(verdict);
      if (signal.aborted) throw new JobOver('stopping');
    },
    read: async (name, number) => store.read(readChunk, { id, name, number }),
    write: writeWith(writes.writePiece),
    writeSummary: writeWith(writes.writeSummary),
  };
}
