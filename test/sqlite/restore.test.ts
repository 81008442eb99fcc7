import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd, startRockola } from '../support/harness.ts';
import { startWriters } from '../support/ledger/writers.ts';

/** A restore must include every acknowledged write, or be refused. The tests restore stores and backups of `rockola` to `target`. */
const [rockola, target] = await Promise.all([startRockola({ ROCKOLA_STARTER: 'off' }), startRockola({ ROCKOLA_STARTER: 'off' })]);
await target.end();
afterAll(() => Promise.all([rockola.stop(), target.stop()]));

const store = () => join(rockola.folder, 'rockola.db');
const file = (name: string) => join(rockola.folder, name);
const add = async (name: string) => {
  expect((await rockola.send('POST', '/artists', { name })).status).toBe(201);
};

/** The names in the restored store, which must be whole. */
async function names(): Promise<string[]> {
  expect((await target.cli(['check'])).code).toBe(0);
  return (await target.sql('select name from artist')).map(({ name }) => String(name));
}

/** Copies a store by hand: its file and its write-ahead log. */
function copyAll(folder: string): string {
  mkdirSync(file(folder), { recursive: true });
  for (const suffix of ['', '-wal']) copyFileSync(store() + suffix, join(file(folder), `copy.db${suffix}`));
  return join(file(folder), 'copy.db');
}

const contents = (folder: string) => readdirSync(folder).map((name) => [name, Bun.hash(readFileSync(join(folder, name)))]);

describe('the write-ahead log next to a file is restored with it', () => {
  test('from a copy that nobody uses, which stays unchanged', async () => {
    for (let i = 0; i < 20; i++) await add(`copied ${i}`);
    const copy = copyAll('copied');
    const before = contents(file('copied'));
    expect((await target.cli(['restore', copy])).code).toBe(0);
    expect(contents(file('copied'))).toEqual(before);
    const found = await names();
    for (let i = 0; i < 20; i++) expect(found).toContain(`copied ${i}`);
  });

  test('from a store that is being written to', async () => {
    const load = startWriters(rockola, 8, 'meanwhile');
    try {
      for (let round = 0; round < 3; round++) {
        await Bun.sleep(150);
        const acked = load.ledger.filter(({ outcome, action }) => outcome === 'acked' && action === 'create').map(({ name }) => name);
        const removed = new Set(load.ledger.filter(({ action }) => action === 'delete').map(({ name }) => name));
        expect((await target.cli(['restore', store()])).err).not.toContain('cannot');
        for (const { action, name } of load.ledger) if (action === 'delete') removed.add(name);
        const found = new Set(await names());
        expect(acked.filter((name) => !removed.has(name) && !found.has(name))).toEqual([]);
      }
    } finally {
      await load.stop();
    }
  });
});

describe('a restore refuses', () => {
  async function refusal(backup: string): Promise<string> {
    const before = readFileSync(join(target.folder, 'rockola.db'));
    const { code, err } = await target.cli(['restore', backup]);
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be restored')]);
    expect(err).not.toContain('defect');
    expect(readFileSync(join(target.folder, 'rockola.db')).equals(before)).toBe(true);
    return err;
  }

  function database(name: string, ...statements: string[]): string {
    rmSync(file(name), { force: true });
    const made = new Database(file(name), { create: true });
    for (const statement of statements) made.run(statement);
    made.close();
    return file(name);
  }

  const migrations = 'create table migration (number integer primary key, name text, checksum text, applied_at bigint)';

  test.each([
    ['an empty database', []],
    ['a database of another program', ['create table change (a)', 'create table artist (a)']],
    ['a database that records no schema', [migrations, 'create table change (a)']],
    ['a database of an unknown schema', [migrations, 'create table change (a)', `insert into migration values (1, 'first', 'x', 0)`]],
    [
      'a database of a newer program',
      [migrations, 'create table change (a)', `insert into migration values (1, 'first', 'x', 0), (99, 'later', 'x', 0)`],
    ],
  ])('%s', async (name, statements) => {
    await refusal(database(`${name}.db`, ...statements));
  });

  test('a folder', async () => {
    mkdirSync(file('folder.db'));
    await refusal(file('folder.db'));
  });

  test('a backup next to the log of another file', async () => {
    const backup = file('backup.db');
    expect((await rockola.cli(['backup', backup])).code).toBe(0);
    await add('in the log');
    copyFileSync(`${store()}-wal`, `${backup}-wal`);
    expect(await refusal(backup)).toContain(`${backup}-wal`);
    rmSync(`${backup}-wal`);
    expect((await target.cli(['restore', backup])).code).toBe(0);
  });

  test('a file next to the journal of an unfinished transaction', async () => {
    const backup = database('journal.db', 'create table a (a)');
    writeFileSync(`${backup}-journal`, 'x');
    expect(await refusal(backup)).toContain(`${backup}-journal`);
  });

  test('the store itself', async () => {
    expect(await refusal(join(target.folder, '.', 'rockola.db'))).toContain('the store itself');
  });
});

test('a restore to a place without a store keeps no former store', async () => {
  const backup = file('moved.db');
  expect((await rockola.cli(['backup', backup])).code).toBe(0);
  mkdirSync(file('new'));
  const { code, out } = await runToEnd({ ...rockola.env, DATABASE_URL: `sqlite:${file('new')}/r.db` }, ['restore', backup]);
  expect([code, out]).toEqual([0, expect.not.stringContaining('former')]);
  expect(readdirSync(file('new')).filter((name) => !name.endsWith('.lock'))).toEqual(['r.db']);
});

test('a backup refuses a name next to which a log was left, since that log would be taken for its own', async () => {
  const backup = file('next.db');
  writeFileSync(`${backup}-wal`, 'x');
  const { code, err } = await rockola.cli(['backup', backup]);
  expect([code, err, existsSync(backup)]).toEqual([1, expect.stringContaining(`${backup}-wal`), false]);
});
