import { afterEach, beforeEach, expect, test } from 'bun:test';
import pg from 'pg';
import { migrations } from '../../src/store/postgres/migrations.ts';
import { prepareServer } from '../../src/store/postgres/start.ts';
import { until } from '../faults/until.ts';
import { ask, makeDatabase, type TestDatabase } from '../support/databases.ts';
import { runToEnd, startRockola } from '../support/harness.ts';

let database: TestDatabase;
let url: string;
beforeEach(async () => {
  database = await makeDatabase('');
  url = database.settings.DATABASE_URL as string;
});
afterEach(() => database.drop());

const older = () => prepareServer(url, migrations.slice(0, 1), true, () => {});
const schema = async () => Number((await ask(url, 'select max(number) as n from migration'))[0]?.n);

test('commands refuse a database of an older schema, and migrate brings it up to date', async () => {
  await older();
  const env = { ...database.settings, DATABASE_URL: url };
  for (const command of [['account', 'list'], ['check'], ['key', 'revoke', '1']]) {
    const { code, err } = await runToEnd(env, command);
    expect([code, err]).toEqual([1, expect.stringContaining(`has schema 1, this program needs ${migrations.length}`)]);
  }
  expect([(await runToEnd(env, ['migrate', '--check'])).code, await schema()]).toEqual([1, 1]);
  expect([(await runToEnd(env, ['migrate'])).code, await schema()]).toEqual([0, migrations.length]);
});

test('a schema changes only once no node serves with the older one', async () => {
  await older();
  const node = new pg.Client(url);
  await node.connect();
  // The lock that a node of the earlier version holds.
  await node.query('select pg_advisory_lock_shared(7625003)');
  const said: string[] = [];
  const upgraded = prepareServer(url, migrations, true, (line) => said.push(line), 100);
  await until(
    () => said.some((line) => /some nodes still serve with the older schema. Stop them/.test(line)),
    'it does not say what it waits for',
  );
  expect(await schema()).toBe(1);
  await node.end();
  await upgraded;
  expect(await schema()).toBe(migrations.length);
});

test('a node stops serving a schema that is newer than itself', async () => {
  const rockola = await startRockola(
    { ...database.settings, DATABASE_URL: url },
    { expectErrors: [/schema 99 now, which is newer/, /last use was not noted/] },
  );
  await ask(url, `insert into migration (number, name, checksum, applied_at) values (99, 'later', '', 0)`);
  const refused = async () => (await rockola.send('POST', '/artists', { name: 'x' })).status === 503;
  await until(refused, 'it still writes');
  expect((await fetch(`${rockola.url}/readyz`)).status).toBe(503);
  await rockola.stop();
});
