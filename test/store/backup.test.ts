import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Rockola, startRockola } from '../harness.ts';

let rockola: Rockola;
beforeAll(async () => {
  rockola = await startRockola({ ROCKOLA_DRAIN_SECONDS: '0' });
});
afterAll(() => rockola.stop());

const file = (name: string) => join(rockola.folder, name);
const stop = async () => {
  rockola.process.kill('SIGTERM');
  await rockola.process.exited;
};

test('a restored store is served as it was, the former one is kept, and new ids go on', async () => {
  const add = (name: string) => rockola.call('POST', '/api/v1/artists', { body: { name }, key: rockola.adminKey });
  const before = await add('before');
  const { code, out } = await rockola.cli(['backup', file('backup.db')]);
  expect([code, out]).toEqual([0, expect.stringContaining('holds the whole catalogue')]);
  const later = await add('later');
  await stop();
  const restored = await rockola.cli(['restore', file('backup.db')]);
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('The former store is')]);
  await rockola.restart('SIGTERM');
  expect((await rockola.call('GET', `/api/v1/artists/${before.json.id}`)).text).toBe(before.text);
  expect((await rockola.call('GET', `/api/v1/artists/${later.json.id}`)).status).toBe(404);
  expect((await add('after')).json.id).toBe(before.json.id + 1n);
  expect(readdirSync(rockola.folder).filter((name) => name.includes('unfinished'))).toEqual([]);
}, 30_000);

test('what cannot be is refused and changes nothing', async () => {
  writeFileSync(file('taken.db'), 'mine');
  const taken = await rockola.cli(['backup', file('taken.db')]);
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('is there already')]);
  const nowhere = await rockola.cli(['backup', file('no/such/folder.db')]);
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('could not be written')]);
  const served = await rockola.cli(['restore', file('backup.db')]);
  expect([served.code, served.err]).toEqual([1, expect.stringContaining('A server is using')]);
  await stop();
  const missing = await rockola.cli(['restore', file('missing.db')]);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no file')]);
  const text = await rockola.cli(['restore', file('taken.db')]);
  expect([text.code, text.err]).toEqual([1, expect.stringContaining('cannot be restored')]);
  await rockola.restart('SIGTERM');
  expect((await rockola.call('GET', '/api/v1/artists/1001')).status).toBe(200);
});
