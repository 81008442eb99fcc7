import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { appliedMigrations } from '../../src/store/sqlite/schema.ts';
import { repetitionsFor } from '../support/amount.ts';
import { runToEnd, startRockola } from '../support/harness.ts';

/** A store file may only contain data. Anything else is named and refused, before any read goes through it. */

const file = (name: string) => join(rockola.folder, name);
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
await rockola.person();
expect((await rockola.cli(['backup', file('whole.db')])).code).toBe(0);
await rockola.end();
afterAll(() => rockola.stop());

/** A changed copy of the backup. */
function planted(name: string, ...statements: string[]): string {
  copyFileSync(file('whole.db'), file(name));
  const database = new Database(file(name));
  for (const statement of ['pragma journal_mode = wal', ...statements]) database.run(statement);
  database.close();
  return file(name);
}

/** Replaces a text of the schema in the bytes of the file by another text of the same length, which no SQL statement can do. */
function rewritten(name: string, from: string, to: string): string {
  const path = planted(name);
  const bytes = readFileSync(path);
  expect([from, bytes.includes(from), to.length]).toEqual([from, true, from.length]);
  // Every place, since pages that SQLite has moved leave their bytes behind.
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
  writeFileSync(path, bytes);
  return path;
}

const grant = `begin update "user" set role = 'admin'; end`;
const plants: [name: string, statements: string[], named: string][] = [
  ['a trigger', [`create trigger stranger after update on session ${grant}`], 'trigger stranger'],
  ['a trigger on what a start writes', [`create trigger stranger after insert on account_event ${grant}`], 'trigger stranger'],
  [
    'a trigger of Rockola with another text',
    ['drop trigger artist_added', `create trigger artist_added after insert on artist ${grant}`],
    'trigger artist_added',
  ],
  ['a view', ['create view strange as select * from "user"'], 'view strange'],
  [
    'a view in place of a table',
    [
      'create table kept as select * from idempotency_key',
      'drop table idempotency_key',
      'create view idempotency_key as select * from kept',
    ],
    'view idempotency_key',
  ],
  [
    'an endless view in place of the table of migrations',
    [
      'alter table migration rename to kept',
      `create view migration as with recursive n (i) as (select 1 union all select i + 1 from n) select i as number, '' as checksum from n`,
    ],
    'no store of Rockola',
  ],
  ['a table', ['create table strange (a)'], 'table strange'],
  ['a virtual table', ['create virtual table strange using fts5 (a)'], 'table strange'],
  ['an index', [`create index strange on "user" (upper(name))`], 'index strange'],
  ['a lost index', ['drop index word_of_names'], 'index word_of_names'],
  ['a lost trigger', ['drop trigger artist_added'], 'trigger artist_added'],
];

describe.each(plants)('%s', (name, statements, named) => {
  test('is refused and named by each command that opens the file, and the file stays unchanged', async () => {
    const backup = planted(`${name}.db`, ...statements);
    const before = readFileSync(backup);
    const storeBefore = readFileSync(file('rockola.db'));
    const restored = await rockola.cli(['restore', backup]);
    expect([restored.code, restored.err]).toEqual([1, expect.stringContaining(named)]);
    expect(restored.err).toContain('cannot be restored');
    const env = { ...rockola.env, DATABASE_URL: `sqlite:${backup}` };
    const others = statements === plants[0]?.[1] ? [['check'], ['account', 'list'], ['migrate'], ['key', 'add', 'operator@localhost']] : [];
    for (const command of [['serve'], ...others]) {
      const { code, err } = await runToEnd(env, command);
      expect([command, code, err]).toEqual([command, 2, expect.stringContaining(named)]);
    }
    expect(readFileSync(backup).equals(before)).toBe(true);
    expect(readFileSync(file('rockola.db')).equals(storeBefore)).toBe(true);
  });
});

test('a store with a foreign trigger is not moved', async () => {
  const backup = planted('from.db', ...(plants[0]?.[1] ?? []));
  const { code, err } = await runToEnd(rockola.env, ['move', '--from', `sqlite:${backup}`, '--to', `sqlite:${file('moved.db')}`]);
  expect([code, err]).toEqual([1, expect.stringContaining('trigger stranger')]);
});

test('a table without one of its constraints is refused', async () => {
  const backup = rewritten('rule.db', 'normal_email text not null unique', 'normal_email text          unique');
  const { code, err } = await rockola.cli(['restore', backup]);
  expect([code, err]).toEqual([1, expect.stringContaining('table user')]);
});

test('a foreign trigger in an older schema is refused before a migration touches it', () => {
  for (let schema = 1; schema <= migrations.length; schema++) {
    const path = file(`older-${schema}.db`);
    const older = openConnection(path, 'write');
    migrate(older, migrations.slice(0, schema));
    expect(appliedMigrations(older)).toHaveLength(schema);
    older.run(`create trigger stranger after insert on migration ${grant}`);
    expect(() => appliedMigrations(older)).toThrow('trigger stranger');
    older.close();
  }
});

test('a store whose recorded migrations do not match its schema is refused', () => {
  const store = openConnection(file('gap.db'), 'write');
  migrate(store, migrations);
  store.run('delete from migration where number = 3');
  expect(() => appliedMigrations(store)).toThrow(/parts that Rockola (made|did not make)/);
  store.close();
});

test('any changed part of the schema in the file is found', () => {
  const texts = new Database(file('whole.db')).query<{ sql: string }, []>('select sql from sqlite_schema where sql is not null').all();
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.constantFrom('\n', '\t'), ({ sql }, space) => {
      const beginning = sql.slice(0, 60);
      const database = new Database(rewritten('anew.db', beginning, beginning.replace(/ (?=[^ ]*$)/, space)));
      // A line break within a comment makes the rest of the comment invalid SQL.
      expect(() => appliedMigrations({ database })).toThrow(
        /parts that Rockola did not make|no store of Rockola|malformed database schema/,
      );
      database.close();
    }),
    { numRuns: repetitionsFor('PLANTS', { short: 15, long: 500 }) },
  );
});

test('tables that only hold values, as an operator and Litestream add them, are accepted', async () => {
  const added = [
    'analyze',
    'create table _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
    'create table _litestream_lock (id INTEGER)',
  ];
  expect((await rockola.cli(['restore', planted('added.db', ...added)])).code).toBe(0);
  expect((await rockola.cli(['check'])).code).toBe(0);
  const backup = planted('hidden.db', ...added, `create trigger stranger after insert on _litestream_seq ${grant}`);
  expect((await rockola.cli(['restore', backup])).err).toContain('trigger stranger');
});

test('a file that another program made is refused as it is', async () => {
  const database = new Database(file('other.db'), { create: true });
  database.run('create table places (a)');
  database.close();
  const { code, err } = await runToEnd({ ...rockola.env, DATABASE_URL: `sqlite:${file('other.db')}` });
  expect([code, err]).toEqual([2, expect.stringContaining('no store of Rockola')]);
  expect(new Database(file('other.db')).query('select name from sqlite_schema').values()).toEqual([['places']]);
});
