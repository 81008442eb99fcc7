import { afterAll, expect, test } from 'bun:test';
import pg from 'pg';
import { ask, makeDatabase, serverUrl, type TestDatabase } from '../support/databases.ts';

const made: TestDatabase[] = [];
afterAll(() => Promise.all(made.map((database) => database.drop())));

const names = async () => (await ask(serverUrl(), 'select datname from pg_database')).map(({ datname }) => String(datname));

/** Evaluates the module again, as the test runner does for each file. */
async function makeInFile(file: string): Promise<TestDatabase> {
  return (await import(`../support/databases.ts?${file}`)).makeDatabase('');
}

test('test files in one process never share a database', async () => {
  for (const file of ['one', 'another']) made.push(await makeInFile(file));
  expect(new Set(made.map(({ settings }) => settings.DATABASE_URL)).size).toBe(2);
});

test('a database of a failed test file is dropped after an hour, unless it is in use', async () => {
  const old = Date.now() - 2 * 3_600_000;
  const [idle, used] = [`rockola_test_${old}_idle`, `rockola_test_${old}_used`];
  const url = new URL(serverUrl());
  url.pathname = used;
  await ask(serverUrl(), `create database ${idle}`);
  let user: pg.Client | undefined;
  // Another file may drop it before the test is connected.
  while (!user) {
    await ask(serverUrl(), `create database ${used}`).catch(() => {});
    const client = new pg.Client(url.href);
    user = await client.connect().then(
      () => client,
      () => undefined,
    );
  }
  made.push(await makeInFile('third'));
  const left = await names();
  expect([left.includes(idle), left.includes(used)]).toEqual([false, true]);
  await user.end();
  // Another file may have dropped it by now.
  await ask(serverUrl(), `drop database if exists ${used} with (force)`);
});

test('a recent database stays, even if it is not in use', async () => {
  const young = await makeDatabase('');
  made.push(young, await makeInFile('fourth'));
  expect(await names()).toContain(new URL(young.settings.DATABASE_URL as string).pathname.slice(1));
});
