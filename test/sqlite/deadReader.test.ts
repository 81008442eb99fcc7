import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/store/sqlite/engine.ts';
import type { Store } from '../../src/store/store.ts';
import { textIn } from '../support/failure.ts';
import { threads } from '../support/threads.ts';

let folder: string;
let store: Store;
let reports: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rockola-dead-reader-'));
  reports = [];
  const reader = new URL('./deadReader.ts', import.meta.url);
  const report = (message: string) => reports.push(message);
  store = await openSqlite({ path: join(folder, 'r.db'), threads: { ...threads, reader }, readers: 2, report });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const caller = () => ({ client: 'a', signal: new AbortController().signal });
const resultOf = (promise: Promise<unknown>) => promise.then(() => 'done', textIn);

test('an export whose thread does not start is refused as unavailable, and gives its place back', async () => {
  // More exports than a client may have at once.
  for (let i = 0; i < 6; i++) {
    expect(await resultOf(store.openSnapshot(caller()))).toBe('unavailable: The store failed while reading; ask again.');
  }
  expect(reports).toEqual(Array(6).fill(expect.stringMatching(/the reader dies at its start.*; an export was refused$/s)));
});
