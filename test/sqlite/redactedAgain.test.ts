import { afterAll, expect, test } from 'bun:test';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startRockola } from '../support/harness.ts';
import { restoreBackup } from '../support/rollBack.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const file = join(rockola.folder, 'copy.db');
const admin = (method: string, path: string, body?: object) => rockola.call(method, path, { key: rockola.adminKey, body });

const list = join(rockola.folder, 'rockola.db.redactions');
const text = 'a slander that was redacted';
const firstVersion = async (id: bigint) => (await admin('GET', `/api/v1/artists/${id}/revisions/1`)).text;

/** An artist whose first version has a description, and the second none; with a backup of both. */
async function backUpTwoVersions(): Promise<bigint> {
  const id = await rockola.add('/artists', { name: 'Almendra', description: text });
  await admin('PATCH', `/api/v1/artists/${id}`, { description: '' });
  expect(await firstVersion(id)).toContain(text);
  rmSync(file, { force: true });
  expect((await rockola.cli(['backup', file])).code).toBe(0);
  return id;
}

test('a restore repeats the redactions made since the backup, and names the records that hold a redacted text again', async () => {
  const [slander, address] = [crypto.randomUUID(), crypto.randomUUID()];
  const add = async (description: string) => (await admin('POST', '/api/v1/artists', { name: 'Almendra', description })).json.id;
  const clear = (id: bigint) => admin('PATCH', `/api/v1/artists/${id}`, { description: '' });
  const redact = async (id: bigint) =>
    (await admin('POST', `/api/v1/artists/${id}/revisions/1/redactions`, { hide: ['description'], reason: 'x', note: 'slander' })).status;
  const [cleared, held] = [await add(slander), await add(address)];
  await clear(cleared);
  expect((await rockola.cli(['backup', file])).code).toBe(0);
  await clear(held);
  expect([await redact(cleared), await redact(held)]).toEqual([200, 200]);
  const out = await restoreBackup(rockola, file);
  expect(out).toContain('Redactions made again: 1.');
  expect(out).toContain(`artist ${held} contains again what was redacted from version 1 (description)`);
  const version = async (id: bigint) => (await admin('GET', `/api/v1/artists/${id}/revisions/1`)).json;
  expect((await version(cleared)).redacted).toMatchObject({ hidden: ['description'], note: 'slander' });
  expect((await version(held)).redacted).toBeNull();
  await clear(held);
  // The list keeps the redaction that could not be repeated.
  expect(await restoreBackup(rockola, file)).toContain(`artist ${held} contains again`);
});

test('a redaction that a killed service had not listed is made again from the former store, and listed', async () => {
  const id = await backUpTwoVersions();
  const { status } = await admin('POST', `/api/v1/artists/${id}/revisions/1/redactions`, { hide: ['description'], reason: 'x' });
  expect(status).toBe(200);
  await rockola.end('SIGKILL');
  rmSync(list, { force: true });
  const { code, out } = await rockola.cli(['restore', file]);
  expect([code, out, existsSync(list)]).toEqual([0, expect.stringContaining('Redactions made again: 1.'), true]);
  await rockola.restart();
  expect(await firstVersion(id)).not.toContain(text);
});

test('"rockola redact" without a service lists the redaction, which is made again also where the former store is lost', async () => {
  const id = await backUpTwoVersions();
  await rockola.end();
  rmSync(list, { force: true });
  const redact = ['redact', 'artist', String(id), '1', '--hide', 'description', '--reason', 'slander'];
  expect((await rockola.cli(redact)).code).toBe(0);
  expect(existsSync(list)).toBe(true);
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(rockola.folder, `rockola.db${suffix}`), { force: true });
  const { code, out } = await rockola.cli(['restore', file]);
  expect([code, out]).toEqual([0, expect.stringContaining('Redactions made again: ')]);
  await rockola.restart();
  expect(await firstVersion(id)).not.toContain(text);
});
