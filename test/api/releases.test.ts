import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeOf, versions } from '../releases/kept.ts';
import { ask, engine, makeDatabase } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-releases-'));
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
  rmSync(folder, { recursive: true });
});

async function settingsOf(version: string): Promise<Record<string, string>> {
  const { settings, drop } = await makeDatabase(folder);
  drops.push(drop);
  const store = storeOf(version, engine);
  if (engine === 'sqlite') writeFileSync(join(folder, 'rockola.db'), store);
  else await ask(settings.DATABASE_URL as string, store.toString());
  return settings;
}

test.each(versions)('a store of release %s is migrated and can be read and changed', async (version) => {
  const rockola = await startRockola(await settingsOf(version));
  const { json: found } = await rockola.call('GET', '/api/v1/artists?q=manal');
  expect(found.data).toMatchObject([{ name: 'Manal', description: 'Trío de Buenos Aires.' }]);
  const [{ id }] = found.data;
  expect((await rockola.call('GET', `/api/v1/artists/${id}/albums`)).json.data).toMatchObject([{ name: 'Manal' }]);
  const body = { email: 'ana1@example.org', password: 'rock-n-roll' };
  const { status, json: login } = await rockola.call('POST', '/api/v1/user/login', { body });
  expect(status).toBe(200);
  const changed = await rockola.call('PATCH', `/api/v1/artists/${id}`, { token: login.token, body: { name: 'Manal (trío)' } });
  expect([changed.status, changed.json.name]).toEqual([200, 'Manal (trío)']);
  expect((await rockola.cli(['history', 'artist', String(id)])).out.trim().split('\n')).toHaveLength(4);
  const { code, out } = await rockola.cli(['check']);
  expect([code, out]).toEqual([0, expect.stringContaining('is whole')]);
  await rockola.stop();
});
