import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { system } from '../../src/model/actor.ts';
import { noContext } from '../../src/model/context.ts';
import type { ProblemCode } from '../../src/model/problem.ts';
import { writes } from '../../src/operations/writes.ts';
import { BatchLost, type Job, runBatch } from '../../src/store/sqlite/batch.ts';
import { type Connection, openConnection } from '../../src/store/sqlite/database.ts';
import { openSqlite } from '../../src/store/sqlite/engine.ts';
import { startWriterThread } from '../../src/store/sqlite/writerThread.ts';
import { codeIn } from '../support/failure.ts';
import { newArtist } from '../support/newArtist.ts';
import { threads as usual } from '../support/threads.ts';
import { faults } from './faults.ts';

const threads = { ...usual, writer: new URL('./faultyWriter.ts', import.meta.url) };
const folder = mkdtempSync(join(tmpdir(), 'rockola-batch-'));
const path = join(folder, 'r.db');
// Makes the schema.
await (await openSqlite({ path, threads, readers: 1, report: () => {} })).close();
const connection = openConnection(path, 'write');
afterAll(() => {
  connection.database.close();
  rmSync(folder, { recursive: true });
});

const artist = (name: string) => ({ record: newArtist({ name }), requireId: false });
const job = (operation: string, input: unknown): Omit<Job, 'id'> => ({ operation, actor: system, input, context: noContext });
const jobsOf = (...jobs: Omit<Job, 'id'>[]): Job[] => jobs.map((job, id) => ({ id: id + 7, ...job }));
const names = () => connection.all('select name from artist order by id').map(({ name }) => name);

/** A connection on which `statement` fails as it may fail in SQLite. */
function failing(statement: string, code: string): Connection {
  const run: Connection['run'] = (sql, ...values) => {
    if (sql === statement) throw Object.assign(new Error(`failed with ${code}`), { code });
    connection.run(sql, ...values);
  };
  return { ...connection, run };
}

/** The result of a batch of two valid changes with the change `middle` between them. */
async function outcomeOf(on: Connection, middle: Omit<Job, 'id'>) {
  const before = names();
  const all = jobsOf(job('createArtist', artist('one')), middle, job('createArtist', artist('two')));
  const found = await runBatch(on, { ...writes, ...faults }, all).catch((error) => error);
  const added = names().slice(before.length);
  const open = connection.database.inTransaction;
  if (open) connection.run('rollback');
  const lost = found instanceof BatchLost ? found : undefined;
  return {
    outcomes: found.outcomes,
    lost: lost && [lost.problem.code, lost.reopen],
    problem: lost?.problem,
    added,
    open,
    commitSeconds: found.commitSeconds,
  };
}

const nothing = job('doNothing', null);

describe('a batch', () => {
  test('commits the valid changes, and reports the outcome of each change', async () => {
    const done = await outcomeOf(connection, nothing);
    expect([done.added, done.open]).toEqual([['one', 'two'], false]);
    expect(done.commitSeconds).toBeWithin(0, 60);
    expect(done.outcomes.map(({ id }: { id: number }) => id)).toEqual([7, 8, 9]);
    expect(done.outcomes[0].value.record.name).toBe('one');
    for (const [middle, outcome] of [
      [job('refuse', 'x'), { problem: { code: 'precondition-failed', detail: 'refused after writing', facts: {} } }],
      [job('throwError', 'x'), { error: { message: 'TypeError: a defect after writing', stack: expect.any(String) } }],
      [job('unknown', 'x'), { error: { message: 'Error: no such write: unknown', stack: expect.any(String) } }],
      [job('fail', 'SQLITE_CONSTRAINT'), { error: { message: 'Error: failed with SQLITE_CONSTRAINT', stack: expect.any(String) } }],
    ] as const) {
      const { outcomes, added, open } = await outcomeOf(connection, middle);
      expect([added, open]).toEqual([['one', 'two'], false]);
      expect(outcomes[1]).toEqual({ id: 8, ...outcome });
      const [first, , last] = outcomes;
      expect(String(last.value.record.id - first.value.record.id)).toBe('1');
    }
  });

  test('writes nothing if the read before its commit fails', async () => {
    const before = names();
    const get: Connection['get'] = (sql, ...values) => {
      if (sql.includes('octet_length(members)')) throw new Error('planted');
      return connection.get(sql, ...values);
    };
    const jobs = jobsOf(job('createArtist', artist('one')));
    const failure = await runBatch({ ...connection, get }, writes, jobs).catch((error) => error);
    expect([failure instanceof BatchLost, names(), connection.database.inTransaction]).toEqual([true, before, false]);
  });

  test('runs its changes again only if a refused change had written something', async () => {
    const runs = (statements: string[]) => statements.filter((sql) => sql === 'begin immediate').length;
    const heard: string[] = [];
    const run: Connection['run'] = (sql, ...values) => {
      heard.push(sql);
      connection.run(sql, ...values);
    };
    for (const [middle, wanted] of [
      [nothing, 1],
      [job('replaceArtist', { artistId: 10n ** 9n, fields: newArtist({ name: 'none' }), conditions: {} }), 1],
      [job('createArtist', { record: { ...newArtist({ name: 'taken' }), id: 1n }, requireId: true }), 1],
      [job('refuse', 'x'), 2],
      [{ ...job('refuse', 'x'), context: { ...noContext, keyed: { key: 'k', request: 'r', keepsRefusals: true } } }, 1],
    ] as const) {
      heard.length = 0;
      const { added } = await outcomeOf({ ...connection, run }, middle);
      expect([added, runs(heard)]).toEqual([['one', 'two'], wanted]);
    }
  });

  test.each([
    ['the disk is full while it writes', (connection) => connection, 'SQLITE_FULL', ['storage-full', false]],
    ['the disk fails while it writes', (connection) => connection, 'SQLITE_IOERR_WRITE', ['unavailable', true]],
    ['the disk fails while it writes', (connection) => connection, 'SQLITE_IOERR', ['unavailable', true]],
    ['it cannot begin', () => failing('begin immediate', 'SQLITE_BUSY'), undefined, ['unavailable', true]],
    ['the disk is full at its end', () => failing('commit', 'SQLITE_FULL'), undefined, ['storage-full', false]],
  ] as [string, (on: Connection) => Connection, string | undefined, [ProblemCode, boolean]][])(
    'keeps none of its changes if %s',
    async (_, on, code, wanted) => {
      const { lost, problem, added, open } = await outcomeOf(on(connection), code ? job('fail', code) : nothing);
      expect([lost, added, open]).toEqual([wanted, [], false]);
      expect(problem?.message).toContain('nothing was changed');
      expect(problem?.facts.retryAfter).toBe(problem?.code === 'unavailable' ? 1 : undefined);
    },
  );

  test.each(['SQLITE_IOERR_FSYNC', 'SQLITE_BUSY', ''])('that fails to commit with %p reports an unknown outcome', async (code) => {
    const { lost, problem } = await outcomeOf(failing('commit', code), nothing);
    expect(lost).toEqual(['unavailable', true]);
    expect(problem?.message).toContain('whether the change was kept is not known');
  });

  test('fails all its changes if the engine has ended its transaction', async () => {
    const { lost, added } = await outcomeOf({ ...connection, all: connection.all }, job('endTransaction', null));
    expect([lost, added]).toEqual([['unavailable', true], []]);
  });
});

describe('the writer thread', () => {
  /** The calls of the thread's listeners. `beforeAnswers`: their number. */
  type Heard = { reports: string[]; beforeAnswers: number; commits: [number, number][] };
  const start = async () => {
    const heard: Heard = { reports: [], beforeAnswers: 0, commits: [] };
    const thread = await startWriterThread(path, threads.writer, {
      report: (message) => heard.reports.push(message),
      beforeAnswers: () => heard.beforeAnswers++,
      onCommit: (changes, seconds) => heard.commits.push([changes, seconds]),
    });
    return { heard, thread };
  };
  const codeOf = (promise: Promise<unknown>) => promise.then(() => 'kept', codeIn);

  test('calls beforeAnswers, which ends the shared snapshot, before it answers a change', async () => {
    const { heard, thread } = await start();
    // Otherwise the report about the index would count too.
    await thread.caughtUp();
    for (let i = 0; i < 5; i++) {
      const earlier = heard.beforeAnswers;
      await thread.write(faults.doNothing, system, null).then(() => expect(heard.beforeAnswers).toBe(earlier + 1));
      await thread.write(faults.refuse, system, 'x').catch(() => expect(heard.beforeAnswers).toBe(earlier + 2));
    }
    await thread.close();
  });

  test('replaces a failed connection, and keeps a working one', async () => {
    const { heard, thread } = await start();
    const marked = () => thread.write(faults.isMarked, system, null);
    for (const [code, problem, fresh] of [
      ['SQLITE_FULL', 'storage-full', false],
      ['SQLITE_IOERR_WRITE', 'unavailable', true],
    ] as const) {
      await thread.write(faults.markConnection, system, null);
      expect(await marked()).toBe(true);
      expect(await codeOf(thread.write(faults.fail, system, code))).toBe(problem);
      expect([code, await marked()]).toEqual([code, !fresh]);
      expect(heard.reports.at(-1)).toContain(`failed with ${code}`);
    }
    expect([heard.reports.length, thread.alive()]).toEqual([2, true]);
    await thread.close();
  });

  test('commits at most 512 changes at once, and reports their number and the duration', async () => {
    const { heard, thread } = await start();
    await Promise.all(Array.from({ length: 1_100 }, () => thread.write(faults.doNothing, system, null)));
    expect(heard.commits.map(([changes]) => changes)).toEqual([512, 512, 76]);
    for (const [, seconds] of heard.commits) expect(seconds).toBeWithin(0, 60);
    expect(thread.figures()).toEqual({ writes: 1_100, waiting: 0 });
    await codeOf(thread.write(faults.refuse, system, 'x'));
    expect(thread.figures()).toEqual({ writes: 1_100, waiting: 0 });
    await thread.close();
  });

  test('lets at most 10,000 changes wait, all of which are answered', async () => {
    const { thread } = await start();
    const outcomes = Array.from({ length: 10_005 }, () => codeOf(thread.write(faults.doNothing, system, null)));
    expect(thread.figures().waiting).toBe(10_000);
    const refused = await thread.write(faults.doNothing, system, null).catch((error) => error);
    expect([refused.code, refused.facts, refused.message]).toEqual([
      'unavailable',
      { retryAfter: 1 },
      'Too many writes are waiting; nothing was changed.',
    ]);
    const all = await Promise.all(outcomes);
    expect(all.slice(0, 10_000).every((outcome) => outcome === 'kept')).toBe(true);
    expect(all.slice(10_000)).toEqual(Array(5).fill('unavailable'));
    expect(await codeOf(thread.write(faults.doNothing, system, null))).toBe('kept');
    const closed = thread.close();
    expect(await codeOf(thread.write(faults.doNothing, system, null))).toBe('unavailable');
    await closed;
    expect(thread.alive()).toBe(false);
  });
});
