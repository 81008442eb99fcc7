import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { recordTypes } from '../../src/model/kinds.ts';
import { isSingle, kindRows, kinds, numberedKinds, parentOf } from '../../src/model/record.ts';
import { migrations as ofPostgres } from '../../src/store/postgres/migrations.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';

/** Tests on PostgreSQL check this on its tables. This test needs no PostgreSQL. */
test.each([...kinds])("PostgreSQL's migrations make a column for each member of an %s", (kind) => {
  const sql = ofPostgres.map((migration) => migration.sql).join('\n');
  const [, first = ''] = new RegExp(`^create table ${kind} \\((.*?)^\\)`, 'ms').exec(sql) ?? [];
  const added = sql.matchAll(new RegExp(`^alter table ${kind} add column (\\w+)`, 'gm'));
  const columns = new Set([...[...first.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, name]) => name), ...[...added].map(([, name]) => name)]);
  expect(recordTypes[kind]?.names.filter((name) => !columns.has(name))).toEqual([]);
});

test.each([
  ['sqlite', migrations],
  ['postgres', ofPostgres],
] as const)('%s has an index of each kind by each kind above it; single records have the id of their parent', (_, migrations) => {
  const sql = migrations.map((migration) => migration.sql).join('\n');
  const above = kinds.flatMap((kind) =>
    kindRows[kind].above.filter((parent) => !isSingle(kind) || parent !== parentOf(kind)).map((parent) => [kind, parent]),
  );
  const lacking = above.filter(
    ([kind, parent]) => !new RegExp(`^create (?:unique )?index \\w+ on ${kind} \\(${parent}_id\\b`, 'm').test(sql),
  );
  expect(lacking).toEqual([]);
});

test.each(numberedKinds)('the ids of an %s come from a sequence of each engine', (kind) => {
  const textOf = (all: typeof migrations) => all.map(({ sql }) => sql).join('\n');
  expect(textOf(ofPostgres)).toContain(`create sequence ${kind}_id;`);
  expect(textOf(migrations)).toContain(`('${kind}', 1)`);
});

test('every migration is run', () => {
  const files = readdirSync(join(import.meta.dir, '../../src/store/migrations')).filter((file) => file.endsWith('.sql'));
  const run = [...migrations, ...ofPostgres].map(({ number, name }) => `${String(number).padStart(4, '0')}-${name}.sql`);
  expect([...new Set(run)].toSorted()).toEqual(files.toSorted());
});
