import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { backupName, removeOldBackups, requireWhole } from '../../src/store/sqlite/backupSeries.ts';
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

test('a backup that is not whole is refused and removed', () => {
  const path = join(folder, 'broken.db');
  for (const content of ['', 'no store at all', `SQLite format 3\0${'x'.repeat(4_000)}`]) {
    writeFileSync(path, content);
    expect(() => requireWhole(path)).toThrow('not whole');
    expect([content, existsSync(path)]).toEqual([content, false]);
  }
});

test('the last backups of a series are kept, and nothing else is touched', () => {
  const series = join(folder, 'series');
  mkdirSync(series);
  const backupFiles = [5, 1, 4, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 0, day))));
  for (const name of [...backupFiles, 'rockola.db', 'rockola-2026.db']) writeFileSync(join(series, name), '');
  expect(removeOldBackups(series, 2).map((path) => basename(path))).toEqual(backupFiles.toSorted().slice(0, 3));
  expect(readdirSync(series).toSorted()).toEqual([...backupFiles.toSorted().slice(3), 'rockola-2026.db', 'rockola.db'].toSorted());
});
