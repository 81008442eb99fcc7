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

/** Adds a trigger that makes one kind of statement fail. */
async function failing(name: string, event: string, table: string, when = ''): Promise<void> {
  if (engine === 'sqlite')
    return void (await rockola.sql(
      `create trigger ${name} before ${event} on ${table} ${when && `when ${when}`} begin select raise(abort, 'planted'); end`,
    ));
  await rockola.sql(`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`);
  await rockola.sql(
    `create trigger ${name} before ${event} on ${table} for each row ${when && `when (${when})`} execute function ${name}()`,
  );
}

/** Sends a write and returns the status of its answer. @param maxMs the most that its answer may take */
async function answered(method: string, path: string, body: object, maxMs = 5_000): Promise<number> {
  const start = performance.now();
  const { status } = await rockola.send(method, path, body);
  expect(performance.now() - start).toBeLessThan(maxMs);
  return status;
}

async function dropTrigger(name: string, table: string): Promise<void> {
  await rockola.sql(engine === 'sqlite' ? `drop trigger ${name}` : `drop trigger ${name} on ${table}`);
}

async function addAndChange(): Promise<void> {
  for (let n = 0; n < 20; n++) {
    expect(await answered('POST', '/artists', { name: 'Almendra' })).toBe(201);
    expect(await answered('PATCH', '/artists/1001', { description: `Texto ${n}` })).toBe(200);
  }
}

test('writes are answered as usual when searches fail', async () => {
  await rockola.sql('create table kept as select * from index_state');
  await rockola.sql('delete from index_state');
  await addAndChange();
  await rockola.sql('insert into index_state select * from kept');
  await rockola.sql('drop table kept');
});

test('writes are answered as usual when the index cannot follow', async () => {
  await failing('unfollowed', 'update', 'index_state');
  await addAndChange();
  await dropTrigger('unfollowed', 'index_state');
});

test('writes are answered as usual when the last use of a key cannot be noted', async () => {
  const used = 'new.last_used_at is not null and old.last_used_at is distinct from new.last_used_at';
  await failing('unused_key', 'update', 'api_key', used);
  for (let n = 0; n < 5; n++) expect(await answered('POST', '/artists', { name: `Con Clave ${n}` })).toBe(201);
  // At its end the service writes the last uses that are not written yet.
  await rockola.end();
  await dropTrigger('unused_key', 'api_key');
  await rockola.restart();
});

test('a login is answered as usual when the count of wrong passwords before it cannot be deleted', async () => {
  const { email, password } = await rockola.person();
  const login = (given: string) => rockola.call('POST', '/api/v1/user/login', { body: { email, password: given } });
  expect((await login('wrong-password')).status).toBe(401);
  await failing('unforgotten', 'delete', 'tries');
  expect((await login(password)).status).toBe(200);
  await dropTrigger('unforgotten', 'tries');
  const [row] = await rockola.sql('select count(*) as logins from session');
  expect(Number(row?.logins)).toBe(2);
});

test('a sign-up is answered as usual when its mail cannot be sent', async () => {
  const body = { name: 'Sin Correo', email: 'sin.correo@example.org', password: 'rock-n-roll' };
  expect(await answered('POST', '/user/signup', body)).toBe(201);
});

const fail = () => {
  throw new Error('planted');
};

test('a write is kept when counting its commit fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-uncounted-'));
  const database = await makeDatabase(folder);
  const reports: string[] = [];
  const address = readDatabaseAddress(database.settings.DATABASE_URL ?? '');
  const report = (line: string) => void reports.push(line);
  const store = await openStore({ database: address, poolSize: 2, readers: 1, threads, report, onCommit: fail });
  const made = await store.write(writes.createArtist, system, { record: newArtist({ name: 'Sin Contar' }), requireId: false });
  expect(made.record.name).toBe('Sin Contar');
  expect(reports).toContain('a commit was not counted: Error: planted');
  await store.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('a request is answered when counting it fails', async () => {
  const app = await openApp();
  const ask = app.appWith({}, { onRequest: fail });
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': app.adminKey };
  const answer = await ask('/api/v1/artists', { method: 'POST', headers, body: '{"name": "Sin Contar"}' });
  expect(answer.status).toBe(201);
  expect(app.errors).toEqual([[{ err: expect.any(Error) }, 'a request was not counted']]);
  await app.close();
});
