import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { artist } from '../../src/model/artist.ts';
import { tables } from '../../src/store/move/tables.ts';
import { migrations } from '../../src/store/sqlite/migrations/index.ts';

test('the migrations make the columns that records and moves name, and no others', () => {
  const database = new Database(':memory:');
  for (const { sql } of migrations) database.run(sql);
  const columns = (table: string) =>
    database
      .query(`select name from pragma_table_info('${table}')`)
      .values()
      .map(([name]) => String(name))
      .filter((name) => !(name in artist.orders))
      .sort();
  for (const table of tables) expect([table.name, table.columns.map(({ name }) => name).sort()]).toEqual([table.name, columns(table.name)]);
  database.close();
});
