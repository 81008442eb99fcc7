import { expect, test } from 'bun:test';
import pg from 'pg';
import { createNumberingReporter } from '../../src/store/postgres/trouble.ts';

const maxPassingMs = 20;
const failure = (code: string) => Object.assign(new pg.DatabaseError(`failed with ${code}`, 0, 'error'), { code });
const [passing, lasting, other] = [failure('53300'), failure('42P01'), failure('53100')];

function start(up = true) {
  const reports: string[] = [];
  return {
    reports,
    trouble: createNumberingReporter(
      () => up,
      (error) => void reports.push(error),
      maxPassingMs,
    ),
  };
}

test('a lasting failure is reported at once, each cause once, and its end once', () => {
  const { reports, trouble } = start();
  for (const error of [lasting, lasting, other, lasting, other]) trouble.failed(error);
  expect(reports).toEqual([expect.stringContaining('42P01'), expect.stringMatching(/53100.*Make room on the disk/)]);
  for (const _ of [1, 2]) trouble.worked();
  expect(reports.slice(2)).toEqual([expect.stringContaining('again')]);
  trouble.failed(lasting);
  expect(reports).toHaveLength(4);
});

test('a failure that usually passes is reported only if it lasts', async () => {
  const { reports, trouble } = start();
  trouble.failed(passing);
  expect(reports).toEqual([]);
  await Bun.sleep(maxPassingMs + 5);
  trouble.failed(passing);
  expect(reports).toEqual([expect.stringContaining('53300')]);
});

test('while the server cannot be reached, the numbering reports no failures', async () => {
  const { reports, trouble } = start(false);
  trouble.failed(passing);
  await Bun.sleep(maxPassingMs + 5);
  for (const error of [passing, lasting]) trouble.failed(error);
  expect(reports).toEqual([]);
});

test('a lock of another session is reported only if the numbering makes no progress meanwhile', async () => {
  const { reports, trouble } = start();
  for (const next of [1n, 2n, 3n]) {
    trouble.lockIsHeld(next);
    await Bun.sleep(maxPassingMs + 5);
  }
  expect(reports).toEqual([]);
  trouble.lockIsHeld(3n);
  expect(reports).toEqual([expect.stringContaining('pg_locks')]);
  trouble.lockIsHeld(4n);
  expect(reports.slice(1)).toEqual([expect.stringContaining('again')]);
});
