import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArtist } from '../../src/operations/artist.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { joinSqlite } from '../../src/store/sqlite/joined.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { migrations } from '../../src/store/sqlite/migrations/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-joined-'));
const path = join(folder, 'rockola.db');
const writer = openConnection(path, 'write');
migrate(writer, migrations);
writer.run(
  `insert into artist (id, name, description, image, band, version, changed_at) values (7, 'Manal', '', '', 'Manal', 1, $1)`,
  Date.now(),
);
let commits = 0;
const unasked = () => Promise.reject(new Error('nobody is asked'));
const store = joinSqlite(path, { write: unasked, readSlow: unasked, stopReading: unasked, ready: unasked, commits: () => commits });
afterAll(async () => {
  await store.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

const band = () => (store.read(readArtist, { artistId: 7n }) as { record: { band: string } }).record.band;
const rename = (name: string) => writer.run('update artist set band = $1 where id = 7', name);

test('reads of one turn share a snapshot until a commit is answered, which the next read sees', async () => {
  expect(band()).toBe('Manal');
  rename('Pappo’s Blues');
  expect(band()).toBe('Manal');
  commits++;
  expect(band()).toBe('Pappo’s Blues');
  rename('Riff');
  expect(band()).toBe('Pappo’s Blues');
  await new Promise((resolve) => setImmediate(resolve));
  expect(band()).toBe('Riff');
});
