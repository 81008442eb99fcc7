import { afterAll, describe, expect, test } from 'bun:test';
import { ask, makeDatabase, serverUrl, type TestDatabase } from '../support/databases.ts';
import { runToEnd, startRockola } from '../support/harness.ts';

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

const start = (url: string) => runToEnd({ PORT: '0', DATABASE_URL: url });
const changed = (change: (url: URL) => void) => {
  const url = new URL(serverUrl());
  change(url);
  return url.href;
};

describe('a database that cannot be used stops the start with one sentence', () => {
  test('a wrong password, which is not shown', async () => {
    const { code, err } = await start(changed((url) => (url.password = 'canary-password')));
    expect([code, err]).toEqual([1, expect.stringContaining('refuses the password of postgres')]);
    expect(err).not.toContain('canary');
  });

  test('no such database', async () => {
    const { code, err } = await start(changed((url) => (url.pathname = 'nowhere')));
    expect([code, err]).toEqual([1, expect.stringContaining('has no database nowhere')]);
  });

  test('no right to make tables', async () => {
    const database = await makeDatabase('');
    databases.push(database);
    const url = new URL(database.settings.DATABASE_URL as string);
    await ask(
      url.href,
      `do $$ begin if not exists (select 1 from pg_roles where rolname = 'guest') then create role guest login password 'guest'; end if; end $$`,
    );
    url.username = 'guest';
    url.password = 'guest';
    const { code, err } = await start(url.href);
    expect([code, err]).toEqual([1, expect.stringContaining('may not make tables')]);
  });

  test('but an ordinary role that owns its database can use all of it', async () => {
    const database = await makeDatabase('');
    databases.push(database);
    const url = new URL(database.settings.DATABASE_URL as string);
    const name = url.pathname.slice(1);
    await ask(url.href, `create role owner_${name} login password 'owner'`);
    await ask(url.href, `alter database ${name} owner to owner_${name}`);
    url.username = `owner_${name}`;
    url.password = 'owner';
    const rockola = await startRockola({ DATABASE_URL: url.href });
    expect((await rockola.send('POST', '/artists', { name: 'Virus' })).status).toBe(201);
    await rockola.stop();
    await database.drop();
    databases.splice(databases.indexOf(database), 1);
    await ask(serverUrl(), `drop role owner_${name}`);
  });

  test('a schema newer than the program, which is left as it is', async () => {
    const database = await makeDatabase('');
    databases.push(database);
    const url = database.settings.DATABASE_URL as string;
    await ask(url, 'create table migration (number integer, name text, checksum text, applied_at bigint)');
    await ask(url, `insert into migration values (99, 'x', 'y', 0)`);
    const { code, err } = await start(url);
    expect([code, err]).toEqual([2, expect.stringContaining('schema 99')]);
    expect(await ask(url, `select count(*) as n from pg_tables where schemaname = 'public'`)).toEqual([{ n: 1 }]);
  });

  test('an invalid address', async () => {
    const wrong = await runToEnd({ DATABASE_URL: 'postgres:/x' });
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('DATABASE_URL must be')]);
  });

  test('a command on a database without a catalogue, which makes no catalogue', async () => {
    const database = await makeDatabase('');
    databases.push(database);
    const { code, err } = await runToEnd(database.settings, ['account', 'list']);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no catalogue in the database')]);
  });
});

test('several nodes are one service', async () => {
  const first = await startRockola();
  const second = await startRockola({ DATABASE_URL: first.env.DATABASE_URL as string });
  expect(second.output()).not.toContain('rka_');
  const ana = await first.person();
  const made = await first.call('POST', '/api/v1/artists', { body: { name: 'Nodos' }, token: ana.token });
  const target = made.headers.get('location') as string;
  expect((await second.call('GET', target)).text).toBe(made.text);
  const changed = await second.call('PATCH', target, {
    body: { band: 'Dos' },
    key: ana.key,
    headers: { 'If-Match': made.headers.get('etag') ?? '' },
  });
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"2\./)]);
  expect(
    (await first.call('PATCH', target, { body: { band: 'Uno' }, key: ana.key, headers: { 'If-Match': made.headers.get('etag') ?? '' } }))
      .status,
  ).toBe(412);
  await first.cli(['account', 'role', ana.email, 'reader']);
  for (const node of [first, second]) expect((await node.call('PATCH', target, { body: {}, token: ana.token })).status).toBe(403);
  const accounts = '/api/v1/user/accounts';
  await first.send('PATCH', `${accounts}/${ana.id}`, { suspended: true });
  expect((await second.call('GET', '/api/v1/user', { token: ana.token })).status).toBe(401);
  await second.call('PATCH', `${accounts}/${ana.id}`, { key: first.adminKey, body: { suspended: false } });
  expect((await first.call('GET', '/api/v1/user', { key: ana.key })).status).toBe(200);
  expect((await second.call('DELETE', '/api/v1/user/sessions', { token: ana.token })).status).toBe(204);
  for (const node of [first, second]) expect((await node.call('GET', '/api/v1/user', { key: ana.key })).status).toBe(401);
  await second.stop();
  await first.stop();
});
