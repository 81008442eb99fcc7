import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { dumpKind } from '../../src/jobs/dump.ts';
import { type JobContext, type JobKind, JobOver, startJobs } from '../../src/jobs/runner.ts';
import { type Actor, system } from '../../src/model/actor.ts';
import { type Job, maxChunk } from '../../src/model/job.ts';
import { Problem, unavailable } from '../../src/model/problem.ts';
import { receiveInput } from '../../src/operations/import/receive.ts';
import { addJob, piecesOf, readJob } from '../../src/operations/job.ts';
import { writes } from '../../src/operations/writes.ts';
import type { Log } from '../../src/process/log.ts';
import { readDumps } from '../../src/store/dump.ts';
import type { Transaction, Write } from '../../src/store/store.ts';
import { mountSmallDisk, type SmallDisk } from '../faults/diskFull/smallDisk.ts';
import { until } from '../faults/until.ts';
import { rejectionOf } from '../support/failure.ts';
import { type Engine, openEngines } from './stores.ts';

const { engines, close } = await openEngines();
/** Undefined if this user may not mount a file system. */
const disk = mountSmallDisk(2);
afterAll(async () => {
  await close();
  disk?.unmount();
});

let kinds = 0;

/** Makes a kind of job that does `work`, and functions that add, start and read its jobs. */
function makeKind({ store, sql }: Engine, work: (context: JobContext, run: number) => Promise<object>) {
  const kind = `test${++kinds}`;
  const errors: unknown[] = [];
  const log = { events: { error: ({ err }: { err: unknown }) => errors.push(err) } } as unknown as Log;
  const seen = { runs: 0, running: 0, maxRunning: 0 };
  const counted: JobKind = {
    kind,
    async run(context) {
      seen.maxRunning = Math.max(seen.maxRunning, ++seen.running);
      return work(context, ++seen.runs).finally(() => seen.running--);
    },
  };
  // On SQLite the store sees rows that `sql` wrote only after a commit of its own writer: here, of an empty step of housekeeping.
  const announce = () => store.write(writes.tidyUp, system, 'expired counters of tries');
  const start = (singleNode = true, ...others: JobKind[]) => startJobs([counted, ...others], { store, log, singleNode });
  const add = async (state = 'queued', leasedUntil = 0, runs = 0) => {
    await sql(`insert into job (kind, state, created_at, done, cancel, parameters, checkpoint, run, leased_until)
      values ('${kind}', '${state}', 1, 0, 0, '{"big":9007199254740993}', '', ${runs}, ${leasedUntil})`);
    await announce();
    return BigInt(String((await sql('select max(id) as id from job'))[0]?.id));
  };
  const read = async (id: bigint) => store.read(readJob, { owner: null, id });
  const ended = async (id: bigint) => {
    await until(async () => (await read(id)).endedAt !== null, `job ${id} has not ended`);
    return read(id);
  };
  return { counted, errors, seen, announce, start, add, read, ended };
}

describe.each(engines)('on $name', (engine) => {
  test('jobs of a kind run one after the other, in order, and store their progress and their outcome', async () => {
    const order: bigint[] = [];
    const { start, add, ended, seen } = makeKind(engine, async ({ job, step }) => {
      order.push(job.id);
      for (let done = 1; done <= 3; done++) await step({ done, total: 3, checkpoint: String(done) }, true);
      return { made: job.parameters };
    });
    const ids = [await add(), await add(), await add()];
    // Two runners stand for two nodes.
    const runners = [start(false), start(false)];
    for (const id of ids)
      expect(await ended(id)).toMatchObject({
        state: 'done',
        done: 3,
        total: 3,
        checkpoint: '3',
        outcome: { made: { big: 9007199254740993n } },
      });
    await Promise.all(runners.map((runner) => runner.stop()));
    expect([order, seen.maxRunning]).toEqual([ids, 1]);
  });

  test('jobs of different kinds run at the same time', async () => {
    const begun = [Promise.withResolvers<object>(), Promise.withResolvers<object>()] as const;
    const [first, second] = begun.map(({ resolve }, i) =>
      makeKind(engine, () => {
        resolve({});
        return begun[1 - i]?.promise as Promise<object>;
      }),
    ) as [ReturnType<typeof makeKind>, ReturnType<typeof makeKind>];
    const ids = [await first.add(), await second.add()];
    const runner = first.start(true, second.counted);
    for (const id of ids) expect(await first.ended(id)).toMatchObject({ state: 'done' });
    await runner.stop();
  });

  test('an interrupted job goes on from its checkpoint in another run, and its first run can write no more', async () => {
    const released = Promise.withResolvers<void>();
    const late: unknown[] = [];
    const { start, add, ended, read } = makeKind(engine, async ({ job, step, write }, run) => {
      if (run > 1) return { from: job.checkpoint };
      await write('plan', 0, Buffer.from('first'));
      await step({ done: 1, total: null, checkpoint: 'one' }, true);
      await released.promise;
      for (const lateWrite of [() => write('plan', 0, Buffer.from('late')), () => step({ done: 2, total: null, checkpoint: 'two' }, true)])
        await lateWrite().catch((error) => late.push(error));
      throw late[0];
    });
    const id = await add();
    const first = start();
    await until(async () => (await read(id)).checkpoint === 'one', 'no checkpoint was noted');
    const second = start();
    expect(await ended(id)).toMatchObject({ state: 'done', done: 1, outcome: { from: 'one' } });
    released.resolve();
    await Promise.all([first.stop(), second.stop()]);
    expect(late.map((error) => (error instanceof JobOver ? error.why : error))).toEqual(['lost', 'lost']);
    expect((await Array.fromAsync(piecesOf(engine.store, id, 'plan'))).map(String)).toEqual(['first']);
    expect(await read(id)).toMatchObject({ state: 'done', checkpoint: 'one' });
  });

  test('a job whose runs crash the process is not run a 101st time, and fails', async () => {
    const { start, add, ended, seen } = makeKind(engine, async () => ({}));
    const [last, beyond] = [await add('running', 0, 99), await add('running', 0, 100)];
    const runner = start();
    expect(await ended(last)).toMatchObject({ state: 'done' });
    expect(await ended(beyond)).toMatchObject({ state: 'failed', outcome: { code: 'internal', detail: 'It was begun again too often.' } });
    await runner.stop();
    expect(seen.runs).toBe(1);
  });

  test('a job that is running when the service stops goes on at the next start', async () => {
    const { start, add, ended, read } = makeKind(engine, async ({ job, step }) => {
      if (job.checkpoint !== '') return { from: job.checkpoint };
      for (let done = 1; ; done++) await step({ done, total: null, checkpoint: String(done) });
    });
    const id = await add();
    const first = start(false);
    await until(async () => (await read(id)).state === 'running', 'the job does not run');
    await first.stop();
    const { state, checkpoint } = await read(id);
    expect([state, Number(checkpoint) > 0]).toEqual(['running', true]);
    const second = start(false);
    expect((await ended(id)).outcome).toEqual({ from: checkpoint });
    await second.stop();
  });

  test('a running job that is cancelled ends at its next step; a waiting one ends at once', async () => {
    const { start, add, ended, read } = makeKind(engine, async ({ step }) => {
      for (let done = 1; ; done++) await step({ done, total: null, checkpoint: '' });
    });
    const [running, waiting] = [await add(), await add()];
    const runner = start();
    await until(async () => (await read(running)).state === 'running', 'the job does not run');
    expect(await engine.store.write(writes.cancelJob, system, waiting)).toMatchObject({ state: 'cancelled' });
    expect(await engine.store.write(writes.cancelJob, system, running)).toMatchObject({ state: 'running', cancel: true });
    expect(await ended(running)).toMatchObject({ state: 'cancelled', outcome: null });
    await runner.stop();
    await engine.store.write(writes.cancelJob, system, running);
    expect(await read(waiting)).toMatchObject({ state: 'cancelled', startedAt: null });
  });

  test('a job that fails says why, and the next one runs', async () => {
    const { start, add, ended, errors } = makeKind(engine, async (_, run) => {
      if (run === 1) throw new Problem('storage-full', 'There is no room.');
      if (run === 2) throw new TypeError('a defect');
      if (run === 3) throw unavailable('The snapshot has ended.');
      return {};
    });
    const ids = [await add(), await add(), await add('queued', 0, 9), await add()];
    const runner = start();
    expect((await ended(ids[0] as bigint)).outcome).toEqual({ code: 'storage-full', detail: 'There is no room.' });
    expect(await ended(ids[1] as bigint)).toMatchObject({ state: 'failed', outcome: { code: 'internal' } });
    expect((await ended(ids[2] as bigint)).outcome).toEqual({ code: 'unavailable', detail: 'The snapshot has ended.' });
    expect(await ended(ids[3] as bigint)).toMatchObject({ state: 'done' });
    await runner.stop();
    expect(errors).toEqual([expect.any(TypeError)]);
  });

  test('a dump that is cancelled at any of its steps leaves no file, and the next one is published', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rockola-dumps-'));
    const { run } = dumpKind({ dumpsFolder: folder, dumpsKept: 1, licence: undefined } as Config) as JobKind;
    const job = { createdAt: Date.parse('2030-01-01T00:00:00Z') } as Job;
    const caller = { client: 'test', signal: new AbortController().signal };
    for (let cancelAt = 1, isCancelled = true; isCancelled; cancelAt++) {
      let steps = 0;
      const step = async () => {
        if (++steps === cancelAt) throw new JobOver('cancelled');
      };
      const context = { job, run: { id: 1n, run: 1n }, store: engine.store, caller, step } as unknown as JobContext;
      const result = await run(context).catch((error) => error);
      isCancelled = result instanceof JobOver;
      const [file, sqlite] = ['ndjson', 'sqlite'].map((format) => `rockola-2030-01-01T00-00-00-000Z.${format}.gz`) as [string, string];
      expect([cancelAt, readdirSync(folder).toSorted()]).toEqual([cancelAt, isCancelled ? [] : ['index.json', file, sqlite]]);
      if (!isCancelled)
        expect([cancelAt > 3, result]).toEqual([
          true,
          expect.objectContaining({ file, sqlite: expect.objectContaining({ file: sqlite }) }),
        ]);
    }
    rmSync(folder, { recursive: true });
  });

  test.skipIf(!disk)('a dump without room on the disk fails with advice, and leaves no file', async () => {
    const folder = join((disk as SmallDisk).folder, engine.name);
    const { run } = dumpKind({ dumpsFolder: folder, dumpsKept: 1, licence: undefined } as Config) as JobKind;
    const caller = { client: 'test', signal: new AbortController().signal };
    const context = { job: { createdAt: 1 }, run: { id: 1n, run: 1n }, store: engine.store, caller, step: async () => {} };
    const ballast = `${folder}.ballast`;
    const outcomes: string[] = [];
    // With the least room the NDJSON file does not fit; with more it fits, and the SQLite file does not.
    for (let room = 0; outcomes.at(-1) !== 'published'; room += 32 * 1024) {
      rmSync(ballast, { force: true });
      const { bavail, bsize } = statfsSync((disk as SmallDisk).folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - room));
      const result = await run(context as unknown as JobContext).catch((error) => {
        if (!(error instanceof Problem)) throw error;
        return error;
      });
      outcomes.push(result instanceof Problem ? `${result.code}: ${result.message}` : 'published');
      expect(readDumps(folder).length).toBe(result instanceof Problem ? 0 : 1);
      expect(readdirSync(folder).filter((name) => name.includes('.gz.') || name.includes('.sqlite.'))).toEqual(
        result instanceof Problem ? [] : [expect.stringMatching(/\.sqlite\.gz$/)],
      );
    }
    expect(outcomes.length).toBeGreaterThan(4);
    expect(new Set(outcomes.slice(0, -1))).toEqual(
      new Set(['storage-full: The folder of the dumps has no room. Make room there, or lower ROCKOLA_DUMPS_KEPT.']),
    );
    rmSync(ballast);
  });

  test('a dump begun before a redaction is not published, and the earlier dumps are withdrawn', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rockola-dumps-'));
    const { run } = dumpKind({ dumpsFolder: folder, dumpsKept: 1, licence: undefined } as Config) as JobKind;
    const caller = { client: 'test', signal: new AbortController().signal };
    const dumpAt = (createdAt: number, redactedAt: number) => {
      // Besides its snapshot, the dump reads only the time of the last redaction.
      const store = { ...engine.store, read: async () => redactedAt };
      const context = { job: { createdAt }, run: { id: 1n, run: 1n }, store, caller, step: async () => {} };
      return run(context as unknown as JobContext).catch((error) => error);
    };
    await dumpAt(1, 0);
    expect(readDumps(folder)).toHaveLength(1);
    expect(await dumpAt(2, Date.now() + 60_000)).toMatchObject({ code: 'unavailable' });
    expect([readDumps(folder), readdirSync(folder)]).toEqual([[], ['index.json']]);
    rmSync(folder, { recursive: true });
  });

  // On SQLite an operation runs in the thread of the writer, which does not know `adding`.
  test.skipIf(engine.name === 'SQLite')('an account may have five unfinished jobs; other accounts can still add theirs', async () => {
    const { add } = makeKind(engine, async () => ({}));
    await engine.sql('delete from job');
    await add();
    const order = { kind: 'test', parameters: {} };
    const adding = {
      name: 'adding',
      adds: true,
      run: (tx: Transaction, _: Actor, accountId: bigint) => addJob(tx, { ...order, accountId }),
    };
    const ask = (accountId: bigint) => engine.store.write(adding as unknown as Write<bigint, Job>, system, accountId);
    await engine.sql(
      `insert into "user" (id, name, email, normal_email, role, created_at) values (1, 'a', 'a', 'a', 'member', 1), (2, 'b', 'b', 'b', 'member', 1)`,
    );
    for (let i = 0; i < 5; i++) await ask(1n);
    const refused = await ask(1n).catch((error) => error);
    expect(refused).toMatchObject({ code: 'too-many-requests', facts: { retryAfter: 60 } });
    expect((await ask(2n)).state).toBe('queued');
  });

  test('an input that arrives a byte at a time fails, and says what to do', async () => {
    const { add, read } = makeKind(engine, async () => ({}));
    const id = await add('receiving', Date.now() + 3_600_000);
    let isOver = false;
    async function* trickle() {
      try {
        for (;;) {
          yield new Uint8Array(1);
          await Bun.sleep(20);
        }
      } finally {
        isOver = true;
      }
    }
    const refused = await receiveInput(engine.store, { id }, trickle(), 1e6, 100).catch((error) => error);
    expect([refused.code, refused.message, isOver]).toEqual(['unavailable', expect.stringContaining('256 KiB'), true]);
    expect(await read(id)).toMatchObject({ state: 'failed', outcome: { code: 'unavailable', detail: refused.message } });
  });

  test('an input that arrives in pieces is read by the job as it was sent; a job whose input stops arriving fails', async () => {
    const bytes = Uint8Array.from({ length: maxChunk }, (_, i) => i % 251);
    const { start, add, announce, ended, read } = makeKind(engine, async ({ read, write }) => {
      for (let number = 0; ; number++) {
        const piece = await read('input', number);
        if (!piece) return { pieces: number };
        await write('report', number, piece);
      }
    });
    const inAnHour = Date.now() + 3_600_000;
    const [whole, broken] = [await add('receiving', inAnHour), await add('receiving', inAnHour)];
    const runner = start();
    for (const [number, piece] of [bytes, bytes.subarray(7)].entries())
      await engine.store.write(writes.receivePiece, system, { id: whole, name: 'input', number, bytes: piece.toBase64() });
    expect((await read(whole)).state).toBe('receiving');
    await engine.store.write(writes.queueJob, system, whole);
    expect(await ended(whole)).toMatchObject({ state: 'done', outcome: { pieces: 2n } });
    const report = await Array.fromAsync(piecesOf(engine.store, whole, 'report'));
    expect(report.map((piece) => Bun.hash(piece))).toEqual([Bun.hash(bytes), Bun.hash(bytes.subarray(7))]);
    await engine.sql(`update job set leased_until = 1 where id = ${broken}`);
    await announce();
    expect(await ended(broken)).toMatchObject({ state: 'failed', outcome: { code: 'broken-off' } });
    const late = engine.store.write(writes.receivePiece, system, { id: broken, name: 'input', number: 0, bytes: '' });
    expect(await rejectionOf(late)).toContain('There is no job');
    await runner.stop();
  });
});
