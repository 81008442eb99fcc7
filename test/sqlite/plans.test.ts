import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { system } from '../../src/model/actor.ts';
import { noContext } from '../../src/model/context.ts';
import { leftovers, tidyUp } from '../../src/operations/housekeeping.ts';
import { type Connection, openConnection } from '../../src/store/sqlite/database.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { migrations } from '../../src/store/sqlite/migrations/index.ts';
import type { Transaction, Value } from '../../src/store/store.ts';
import { listTouched } from '../../src/store/undo.ts';

let folder: string;
let connection: Connection;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rockola-plans-'));
  connection = openConnection(join(folder, 'r.db'), 'write');
  migrate(connection, migrations);
  connection.run(`insert into "user" (name, email, normal_email, role, created_at) values ('', 'a', 'a', 'member', 0)`);
  connection.run(
    `insert into session (sid_hash, user_id, created_at, expires_at, ended_at) values ('a', 1, 0, 1, 1), ('b', 1, 0, 1, null)`,
  );
});
afterAll(() => {
  connection.database.close();
  rmSync(folder, { recursive: true });
});

/** Notes how SQLite finds the rows of each statement. */
function explaining(plans: string[]): Transaction {
  const explain = (sql: string, values: Value[]) =>
    plans.push(...connection.all(`explain query plan ${sql}`, ...values).map(({ detail }) => String(detail)));
  const run = (sql: string, ...values: Value[]) => {
    explain(sql, values);
    return connection.all(sql, ...values);
  };
  return {
    engine: 'sqlite',
    now: Date.now(),
    context: noContext,
    forUpdate: '',
    index() {},
    hold() {},
    undo() {},
    takes: () => 'true',
    nextId: () => 0n,
    changeset: undefined,
    nextChangeset: '',
    all: run,
    get: (sql, ...values) => run(sql, ...values)[0],
    run: (sql, ...values) => void run(sql, ...values),
  };
}

test.each(leftovers)('%s are found by an index, whatever else there is', async (what) => {
  const plans: string[] = [];
  await tidyUp(explaining(plans), system, what);
  expect(plans.filter((line) => line.startsWith('SEARCH')).length).toBeGreaterThan(1);
  // A select of a select goes through what that gave.
  expect(plans.filter((line) => line.startsWith('SCAN') && line !== 'SCAN oldest')).toEqual([]);
  expect(plans.filter((line) => line.includes('TEMP B-TREE') && !plans.includes('SCAN oldest'))).toEqual([]);
});

test('what an account changed is found by an index, whatever others did', async () => {
  const plans: string[] = [];
  await listTouched(explaining(plans), 'artist', { accountId: 1n, since: 0, until: 1 }, 0n, 500);
  expect(plans.filter((line) => /^(SEARCH|SCAN) revision/.test(line))).toEqual([
    'SEARCH revision USING INDEX revision_of_account (user_id=? AND at>? AND at<?)',
  ]);
});
