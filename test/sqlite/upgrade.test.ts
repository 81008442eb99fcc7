import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { appliedMigrations } from '../../src/store/sqlite/schema.ts';
import { sampleOf } from '../support/amount.ts';
import { runToEnd, startRockola } from '../support/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A store of an older program, with an artist in it. */
function olderStore(name: string, schema: number): string {
  const path = join(folder, name);
  const connection = openConnection(path, 'write');
  migrate(connection, migrations.slice(0, schema));
  connection.run(
    `insert into artist (id, name, description, image, band, version, changed_at) values (7, 'Manal', '', '', 'Manal', 1, $1)`,
    Date.now(),
  );
  connection.close();
  return path;
}

function schemaOf(path: string): number {
  const connection = openConnection(path, 'read');
  const applied = appliedMigrations(connection).length;
  connection.close();
  return applied;
}

const older = sampleOf(
  migrations.slice(1).map((_, i) => i + 1),
  4,
);

describe('a store of an older schema', () => {
  test.each(older)('(%d) is copied, then brought up to date by a start, which logs each step', async (schema) => {
    const path = olderStore(`start-${schema}.db`, schema);
    const rockola = await startRockola({ DATABASE_URL: `sqlite:${path}` });
    expect((await rockola.call('GET', '/api/v1/artists/7')).json.name).toBe('Manal');
    await rockola.end();
    const copies = readdirSync(folder).filter((name) => name.startsWith(`start-${schema}.db.schema-`));
    expect(copies).toHaveLength(1);
    const copy = join(folder, copies[0] as string);
    expect([schemaOf(path), schemaOf(copy)]).toEqual([migrations.length, schema]);
    expect(rockola.output()).toContain(`first the store is copied to ${copy}`);
    for (const { number, name } of migrations.slice(schema)) expect(rockola.output()).toContain(`migration ${number} (${name}) is done`);
    await rockola.stop();
  });

  test('is refused by every command that reads or changes it, with what to do', async () => {
    const path = olderStore('commands.db', 1);
    const commands = [
      'account list',
      'account suspend a@example.org',
      'key list',
      'key revoke 1',
      'history artist 7',
      'undo artist 7 1',
      'check',
    ];
    for (const command of commands) {
      const { code, err } = await runToEnd({ DATABASE_URL: `sqlite:${path}` }, command.split(' '));
      expect([command, code, err]).toEqual([command, 1, expect.stringContaining(`has schema 1, this program needs ${migrations.length}`)]);
      expect(err).toContain('migrate');
    }
    expect(schemaOf(path)).toBe(1);
  });

  test('is not changed by migrate --check, which lists the migrations, and is copied and upgraded once by migrate', async () => {
    const path = olderStore('migrate.db', 1);
    const run = (...args: string[]) => runToEnd({ DATABASE_URL: `sqlite:${path}` }, ['migrate', ...args]);
    const checked = await run('--check');
    expect([checked.code, schemaOf(path)]).toEqual([1, 1]);
    for (const { number } of migrations.slice(1)) expect(checked.out).toContain(`Migration ${number} `);
    expect([(await run()).code, schemaOf(path)]).toEqual([0, migrations.length]);
    const again = await run('--check');
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('nothing to do')]);
    expect(readdirSync(folder).filter((name) => name.startsWith('migrate.db.schema-1-'))).toHaveLength(1);
  });
});
