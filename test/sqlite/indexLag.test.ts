import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillWrites } from '../../bench/catalogue/fill.ts';
import { system } from '../../src/model/actor.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { openSqlite } from '../../src/store/sqlite/engine.ts';
import { startRockola } from '../support/harness.ts';
import { seed } from '../support/seed.ts';
import { threads } from '../support/threads.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-lag-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A writer lets the index lag by `bound` revisions. One write here adds `count` artists, which have more revisions than that. */
const bound = 1_024;
const count = 300;

test('the lag of the search index does not grow from one write of many revisions to the next', async () => {
  const path = join(folder, 'rockola.db');
  const writer = new URL('../../bench/catalogue/writer.ts', import.meta.url);
  const store = await openSqlite({ path, threads: { ...threads, writer }, readers: 1, report: console.log });
  const reader = openConnection(path, 'read');
  const number = (sql: string) => Number(reader.get(`select ${sql} as n`)?.n);
  const behind: number[] = [];
  const written: number[] = [];
  for (let i = 0; i < 5; i++) {
    const before = number('(select coalesce(max(seq), 0) from revision)');
    await store.write(fillWrites.fill, system, { seed, from: i * count, count });
    const now = number('(select max(seq) from revision)');
    written.push(now - before);
    behind.push(now - number('(select indexed from index_state)'));
  }
  expect(Math.min(...written)).toBeGreaterThan(2 * bound);
  // A write is answered before the index has its changes.
  for (const [i, lag] of behind.entries()) expect(lag).toBeLessThanOrEqual((written[i] as number) + bound);
  reader.close();
  await store.close();
});

test.skipIf(!Bun.which('prlimit'))('the search index catches up even if no further file can be opened', async () => {
  const rockola = await startRockola();
  await rockola.end();
  const program = new URL('lastFile.ts', import.meta.url).pathname;
  const child = Bun.spawn(['prlimit', '--nofile=200:200', process.execPath, program, join(rockola.folder, 'rockola.db')], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  await rockola.stop();
  expect([code, err]).toEqual([0, '']);
  const [before, after] = JSON.parse(out);
  // More changes than SQLite by default keeps in memory for one statement.
  expect(before).toBeGreaterThan(bound);
  expect(after).toBe(0);
});
