import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArtist } from '../../src/operations/artist.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { joinSqlite } from '../../src/store/sqlite/joined.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import type { Reader } from '../../src/store/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-joined-'));
const path = join(folder, 'rockola.db');
const writer = openConnection(path, 'write');
migrate(writer, migrations);
writer.run(
  `insert into artist (id, name, description, image, band, version, changed_at) values (7, 'Manal', '', '', 'Manal', 1, $1)`,
  Date.now(),
);
let commits = 0;
const notAsked = () => Promise.reject(new Error('the thread with the store is asked'));
const store = joinSqlite(path, notAsked, () => commits);
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

/** Reads twice, and waits in between until `goOn` is called. */
function holdBetweenReads() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = async (reader: Reader) => (await reader.get('select band from artist where id = 7'))?.band;
  const twice = async (reader: Reader) => {
    const first = await read(reader);
    await promise;
    return [first, await read(reader)];
  };
  return { read: Promise.resolve(store.read(twice, null)), goOn: resolve };
}

test('an operation reads one snapshot, whatever is committed between its statements; a later operation sees the commits', async () => {
  rename('Pescado Rabioso');
  commits++;
  const [early, late] = [holdBetweenReads(), holdBetweenReads()];
  rename('Invisible');
  commits++;
  const after = [1, 2].map(() => Promise.resolve(store.read(readArtist, { artistId: 7n })));
  const held = holdBetweenReads();
  await new Promise((resolve) => setImmediate(resolve));
  early.goOn();
  expect(await early.read).toEqual(['Pescado Rabioso', 'Pescado Rabioso']);
  rename('Spinetta Jade');
  commits++;
  late.goOn();
  expect(await late.read).toEqual(['Pescado Rabioso', 'Pescado Rabioso']);
  held.goOn();
  expect((await Promise.all(after)).map(({ record }) => record.band)).toEqual(['Spinetta Jade', 'Spinetta Jade']);
  expect(await held.read).toEqual(['Spinetta Jade', 'Spinetta Jade']);
  expect(band()).toBe('Spinetta Jade');
});

test('an operation that fails between its statements does not affect later reads', async () => {
  const failing = store.read(async (reader: Reader) => {
    await reader.get('select band from artist where id = 7');
    throw new Error('it fails');
  }, null);
  rename('Sui Generis');
  commits++;
  const next = store.read(readArtist, { artistId: 7n });
  expect(await Promise.resolve(failing).catch(({ message }) => message)).toBe('it fails');
  expect((await next).record.band).toBe('Sui Generis');
  expect(band()).toBe('Sui Generis');
});
