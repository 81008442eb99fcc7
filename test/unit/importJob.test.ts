import { expect, test } from 'bun:test';
import { importJob } from '../../src/jobs/import.ts';
import { type JobContext, JobOver } from '../../src/jobs/runner.ts';
import { planLine } from '../../src/model/import/plan.ts';
import { unavailable } from '../../src/model/problem.ts';
import { openRenewed } from '../../src/store/snapshots.ts';
import type { Read } from '../../src/store/store.ts';

/** Runs an import on files in memory. It is cancelled at the step `cancelAt`. */
async function run(checkpoint: string, parameters: object, files: { [name: string]: string }, cancelAt = Number.POSITIVE_INFINITY) {
  let steps = 0;
  const written: string[] = [];
  const context = {
    job: { id: 1n, checkpoint, parameters, accountId: 1n },
    run: { id: 1n, run: 1n },
    store: { openSnapshot: async () => ({ read: () => Promise.reject(new Error('nothing to read')), end() {} }) },
    async step() {
      if (++steps >= cancelAt) throw new JobOver('cancelled');
    },
    read: async (name: string, number: number) => (number === 0 && files[name] ? Buffer.from(files[name]) : undefined),
    async write(name: string, _: number, bytes: Uint8Array) {
      if (bytes.length > 0) written.push(name);
    },
    async writeSummary() {},
  } as unknown as JobContext;
  const end = await importJob.run(context).catch((error) => error);
  return { steps, written, end };
}

/** Twenty slices, with an error in each line. */
const lines = 80;
const table = `artista\n${`x,${'y'.repeat(1_000)}\n`.repeat(lines)}`;
const parameters = { format: 'csv', match: 'identifier' };

test('each pass of planning over the file renews the lease and notices a cancellation', async () => {
  const { steps, end } = await run('', parameters, { input: table });
  expect(end).toMatchObject({ step: 'plan', counts: { error: lines } });
  // The passes read the encoding, the identifiers and the rows.
  expect(steps).toBeGreaterThanOrEqual(3 * 20);
  for (let step = 1; step <= 60; step++)
    expect([step, await run('', parameters, { input: table }, step)]).toMatchObject([step, { steps: step, end: { why: 'cancelled' } }]);
});

test('a plan goes on with a newer snapshot, or with the former one while none can be opened', async () => {
  const ended: number[] = [];
  let opened = 0;
  let isFull = false;
  const open = async () => {
    if (isFull) throw unavailable('Too many exports are under way.');
    const number = ++opened;
    return { read: async () => number as never, end: () => void ended.push(number) };
  };
  const snapshot = await openRenewed(open, 0);
  const read = () => snapshot.read({} as Read<null, number>, null);
  expect([await read(), ended]).toEqual([2, [1]]);
  isFull = true;
  expect([await read(), await read(), ended]).toEqual([2, 2, [1]]);
  isFull = false;
  expect([await read(), ended]).toEqual([3, [1, 2]]);
  snapshot.end();
  expect(ended).toEqual([1, 2, 3]);
});

test('a file of nothing but errors is refused before its report fills the disk', async () => {
  const { end } = await run('', { format: 'ndjson' }, { input: '1\n'.repeat(100_200) });
  expect(end).toMatchObject({ code: 'invalid-input', message: expect.stringContaining('more than 100000 lines with errors') });
});

test('while it skips unchanged rows, an apply lets other work run', async () => {
  const row = { line: 1, action: 'unchanged', kind: 'artist', id: 1n } as const;
  const report = Array.from({ length: 3_000 }, (_, i) => planLine({ ...row, row: i + 1 })).join('');
  const { steps, end } = await run('apply 0', parameters, {
    report,
    'plan summary': '{"step":"plan","counts":{"unchanged":3000},"samples":{}}',
  });
  expect([steps, end]).toEqual([3, expect.objectContaining({ step: 'apply' })]);
});
