import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepReserve } from '../../src/store/sqlite/reserve.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-reserve-'));
afterAll(() => rmSync(folder, { recursive: true }));

const whole = 192 * 1024;

test('a smaller reserve of an earlier version is replaced, a whole one is left as it is', () => {
  const path = join(folder, 'rockola.db');
  writeFileSync(`${path}.reserve`, new Uint8Array(64 * 1024));
  keepReserve(path);
  const { size, ino } = statSync(`${path}.reserve`);
  keepReserve(path);
  expect([size, statSync(`${path}.reserve`).ino, readdirSync(folder)]).toEqual([whole, ino, ['rockola.db.reserve']]);
});
