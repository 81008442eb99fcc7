import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDatabaseAddress } from '../../src/config/values.ts';
import { system } from '../../src/model/actor.ts';
import { writes } from '../../src/operations/writes.ts';
import { openStore } from '../../src/store/open.ts';
import { engine, makeDatabase } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { openApp } from '../support/inProcess.ts';
import { silentMailServer } from '../support/links.ts';
import { newArtist } from '../support/newArtist.ts';
import { threads } from '../support/threads.ts';

const expectErrors = [/cannot catch up/, /the time of last use was not noted/, /the search index could not be built/];
const rockola = await startRockola({ ...silentMailServer, ROCKOLA_LIMITS: 'on' }, { expectErrors });
afterAll(() => rockola.stop());

/** Adds a trigger by which a kind of statement fails. */
async function addFailingTrigger(name: string, event: string, table: string, when = ''): Promise<void> {
  if (engine === 'sqlite')
    return void (await rockola.sql(
      `create trigger ${name} before ${event} on ${table} ${when && `when ${when}`} begin select raise(abort, 'planted'); end`,
    ));
  await rockola.sql(`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`);
  await rockola.sql(
    `create trigger ${name} before ${event} on ${table} for each row ${when && `when (${when})`} execute function ${name}()`,
  );
}

/** Sends a write, which must be answered within five seconds. @returns the status of the answer */
async function statusOf(method: string, path: string, body: object): Promise<number> {
  const start = performance.now();
  const { status } = await rockola.send(method, path, body);
  expect(performance.now() - start).toBeLessThan(5_000);
  return status;
}

async function dropTrigger(name: string, table: string): Promise<void> {
  await rockola.sql(engine === 'sqlite' ? `drop trigger ${name}` : `drop trigger ${name} on ${table}`);
}

async function addAndChange(): Promise<void> {
  for (let n = 0; n < 20; n++) {
    expect(await statusOf('POST', '/artists', { name: 'Almendra' })).toBe(201);
    expect(await statusOf('PATCH', '/artists/1001', { description: `Texto ${n}` })).toBe(200);
  }
}

test('writes are answered as usual when searches fail', async () => {
  await rockola.sql('create table kept as select * from index_state');
  await rockola.sql('delete from index_state');
  await addAndChange();
  await rockola.sql('insert into index_state select * from kept');
  await rockola.sql('drop table kept');
});

test('writes are answered as usual when the index cannot be updated', async () => {
  await addFailingTrigger('unfollowed', 'update', 'index_state');
  await addAndChange();
  await dropTrigger('unfollowed', 'index_state');
});

test('writes are answered as usual when the last use of a key cannot be noted', async () => {
  const used = 'new.last_used_at is not null and old.last_used_at is distinct from new.last_used_at';
  await addFailingTrigger('unused_key', 'update', 'api_key', used);
  for (let n = 0; n < 5; n++) expect(await statusOf('POST', '/artists', { name: `Con Clave ${n}` })).toBe(201);
  // When the service stops, it writes the last uses, which fails here.
  await rockola.end();
  await dropTrigger('unused_key', 'api_key');
  await rockola.restart();
});

test('a login is answered as usual when the count of wrong passwords before it cannot be deleted', async () => {
  const { email, password } = await rockola.person();
  const login = (tried: string) => rockola.call('POST', '/api/v1/user/login', { body: { email, password: tried } });
  expect((await login('wrong-password')).status).toBe(401);
  await addFailingTrigger('unforgotten', 'delete', 'tries');
  expect((await login(password)).status).toBe(200);
  await dropTrigger('unforgotten', 'tries');
  const [row] = await rockola.sql('select count(*) as logins from session');
  expect(Number(row?.logins)).toBe(2);
});

test('a sign-up is answered as usual when its mail cannot be sent', async () => {
  const body = { name: 'Sin Correo', email: 'sin.correo@example.org', password: 'rock-n-roll' };
  expect(await statusOf('POST', '/user/signup', body)).toBe(201);
});

const fail = () => {
  throw new Error('planted');
};

test('a write is stored even if the counter of commits fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-uncounted-'));
  const database = await makeDatabase(folder);
  const reports: string[] = [];
  const address = readDatabaseAddress(database.settings.DATABASE_URL ?? '');
  const report = (line: string) => void reports.push(line);
  const store = await openStore({ database: address, poolSize: 2, readers: 1, threads, report, onCommit: fail });
  const created = await store.write(writes.createArtist, system, { record: newArtist({ name: 'Sin Contar' }), requireId: false });
  expect(created.record.name).toBe('Sin Contar');
  expect(reports).toContain('a commit was not counted: Error: planted');
  await store.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('a request is answered even if the counter of requests fails', async () => {
  const app = await openApp();
  const ask = app.appWith({}, { onRequest: fail });
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': app.adminKey };
  const answer = await ask('/api/v1/artists', { method: 'POST', headers, body: '{"name": "Sin Contar"}' });
  expect(answer.status).toBe(201);
  expect(app.errors).toEqual([[{ err: expect.any(Error) }, 'a request was not counted']]);
  await app.close();
});
