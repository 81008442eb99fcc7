import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBackupNote } from '../../src/store/backupNote.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_DRAIN_SECONDS: '0' });
afterAll(() => rockola.stop());

const backupRacer = new URL('./backupRacer.ts', import.meta.url).pathname;
const file = (name: string) => join(rockola.folder, name);

test('a restored store has its former content, the replaced store is kept, and new ids continue', async () => {
  const add = (name: string) => rockola.send('POST', '/artists', { name });
  const before = await add('before');
  const { code, out } = await rockola.cli(['backup', file('backup.db')]);
  expect([code, out]).toEqual([0, expect.stringContaining('holds the whole catalogue')]);
  const later = await add('later');
  await rockola.end();
  const restored = await rockola.cli(['restore', file('backup.db')]);
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('The former store is')]);
  await rockola.restart();
  expect((await rockola.call('GET', `/api/v1/artists/${before.json.id}`)).text).toBe(before.text);
  expect((await rockola.call('GET', `/api/v1/artists/${later.json.id}`)).status).toBe(404);
  expect((await add('after')).json.id).toBe(later.json.id + 1n);
  expect(readdirSync(rockola.folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('an impossible backup or restore is refused and changes nothing', async () => {
  writeFileSync(file('taken.db'), 'mine');
  const taken = await rockola.cli(['backup', file('taken.db')]);
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('is there already')]);
  const nowhere = await rockola.cli(['backup', file('no/such/folder.db')]);
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('could not be written')]);
  const served = await rockola.cli(['restore', file('backup.db')]);
  expect([served.code, served.err]).toEqual([1, expect.stringMatching(/Another Rockola is using .*\. Stop it first\.\n/)]);
  await rockola.end();
  const missing = await rockola.cli(['restore', file('missing.db')]);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no file')]);
  const text = await rockola.cli(['restore', file('taken.db')]);
  expect([text.code, text.err]).toEqual([1, expect.stringContaining('cannot be restored')]);
  await rockola.restart();
  expect((await rockola.call('GET', '/api/v1/artists/1001')).status).toBe(200);
});

test('a series deletes only its oldest backups, once the newest is complete; a note beside the store has the outcome', async () => {
  const folder = file('series');
  mkdirSync(folder);
  writeFileSync(join(folder, 'rockola.db'), 'mine');
  const backups = () => readdirSync(folder).filter((name) => name.startsWith('rockola-'));
  const failedBefore = readBackupNote(file('rockola.db')).failedAt;
  for (let i = 0; i < 4; i++) expect((await rockola.cli(['backup', '--into', folder, '--keep', '2'])).code).toBe(0);
  const kept = backups();
  expect([kept.length, existsSync(join(folder, 'rockola.db'))]).toEqual([2, true]);
  const { at, bytes, failedAt } = readBackupNote(file('rockola.db'));
  expect([bytes, failedAt]).toEqual([statSync(join(folder, kept.toSorted()[1] as string)).size, failedBefore]);
  expect(Date.now() - (at as number)).toBeLessThan(60_000);
  // A failed backup deletes none.
  await rockola.end();
  renameSync(file('rockola.db'), file('away.db'));
  writeFileSync(file('rockola.db'), 'no store at all, but long enough to be looked at '.repeat(100));
  const failed = await rockola.cli(['backup', '--into', folder, '--keep', '1']);
  expect([failed.code, backups().toSorted()]).toEqual([1, kept.toSorted()]);
  expect(readBackupNote(file('rockola.db')).failedAt).toBeGreaterThanOrEqual(at as number);
  renameSync(file('away.db'), file('rockola.db'));
  await rockola.restart();
  for (const args of [['backup'], ['backup', file('x.db'), '--into', folder], ['backup', '--into', folder, '--keep', '0']])
    expect((await rockola.cli(args)).code).toBe(1);
});

test('a series keeps twenty-eight backups, unless the command says another number', async () => {
  const folder = file('long-series');
  mkdirSync(folder);
  const older = Array.from({ length: 29 }, (_, n) => `rockola-2020-01-${String(n + 1).padStart(2, '0')}T00-00-00-000Z.db`);
  for (const name of older) writeFileSync(join(folder, name), '');
  expect((await rockola.cli(['backup', '--into', folder])).code).toBe(0);
  const kept = readdirSync(folder).toSorted();
  expect([kept.length, kept.slice(0, 27)]).toEqual([28, older.slice(2)]);
});

test('of simultaneous backups to the same name one succeeds, and its file is complete', async () => {
  const [racers, rounds] = [5, 30];
  const first = Date.now() + 1_000;
  const store = file('rockola.db');
  const won = await Promise.all(
    Array.from({ length: racers }, async () => {
      const racer = Bun.spawn([process.execPath, backupRacer, store, file('race'), String(rounds), String(first)], { stdout: 'pipe' });
      return JSON.parse(await racer.stdout.text()) as number[];
    }),
  );
  expect(won.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: rounds }, (_, round) => round));
  for (let round = 0; round < rounds; round++) {
    const copy = new Database(file(`race${round}.db`), { readonly: true });
    expect(copy.query('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    copy.close();
  }
  expect(readdirSync(rockola.folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('a backup deletes the unfinished file of a killed backup to the same name, and not that of a running one', async () => {
  const dead = Bun.spawnSync(['true']).pid;
  const [left, running] = [file(`next.db.${dead}.unfinished`), file(`next.db.${process.pid}.unfinished`)];
  for (const name of [left, running]) writeFileSync(name, '');
  expect((await rockola.cli(['backup', file('next.db')])).code).toBe(0);
  expect([existsSync(left), existsSync(running)]).toEqual([false, true]);
});

test('a store that is being read is not replaced, since the content of its write-ahead log would be lost', async () => {
  await rockola.end();
  const former = new Database(join(rockola.folder, 'rockola.db'));
  const reader = new Database(join(rockola.folder, 'rockola.db'));
  reader.run('begin');
  reader.query('select count(*) from artist').get();
  former.run('create table only_in_the_log (a)');
  const { code, err } = await rockola.cli(['restore', file('backup.db')]);
  expect([code, err]).toEqual([1, expect.stringContaining('is being read')]);
  reader.run('commit');
  for (const database of [reader, former]) database.close();
  expect((await rockola.cli(['restore', file('backup.db')])).code).toBe(0);
});

test('a damaged store is replaced and kept', async () => {
  const store = join(rockola.folder, 'rockola.db');
  const damaged = 'no database at all, though its name says so, and long enough to have a header'.repeat(9);
  writeFileSync(store, damaged);
  const { code, out } = await rockola.cli(['restore', file('backup.db')]);
  const former = /The former store is ([^;]+);/.exec(out)?.[1] ?? '';
  expect([code, readFileSync(former, 'utf8')]).toEqual([0, damaged]);
  await rockola.restart();
  expect((await rockola.call('GET', '/api/v1/artists/1001')).status).toBe(200);
});

test('a backup is restored on a machine that has no store yet', async () => {
  const path = file('new/machine/rockola.db');
  const originalUrl = rockola.env.DATABASE_URL as string;
  rockola.env.DATABASE_URL = `sqlite:${path}`;
  const restored = await rockola.cli(['restore', file('backup.db')]);
  rockola.env.DATABASE_URL = originalUrl;
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('is restored from')]);
  expect(existsSync(path)).toBe(true);
});
