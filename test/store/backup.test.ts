import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Rockola, startRockola } from '../harness.ts';

let rockola: Rockola;
beforeAll(async () => {
  rockola = await startRockola({ ROCKOLA_DRAIN_SECONDS: '0' });
});
afterAll(() => rockola.stop());

const file = (name: string) => join(rockola.folder, name);
const answered = new Map<string, string>();

async function writeUntil(stopped: () => boolean): Promise<void> {
  for (let i = 0; !stopped(); i++) {
    const body = JSON.stringify({ name: `backup ${i}` });
    const response = await fetch(`${rockola.url}/api/v1/artists`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': rockola.adminKey },
      body,
    });
    const text = await response.text();
    if (response.status === 201) answered.set(response.headers.get('location') as string, text);
  }
}

test('backups taken under load hold every change answered before, and are restored to just that', async () => {
  let loaded = true;
  const writers = Array.from({ length: 8 }, () => writeUntil(() => !loaded));
  const before: Map<string, string>[] = [];
  for (let i = 0; i < 5; i++) {
    await Bun.sleep(100);
    before.push(new Map(answered));
    const { code, out } = await rockola.cli(['backup', file(`backup-${i}.db`)]);
    expect([code, out]).toEqual([0, expect.stringContaining('holds the whole catalogue')]);
  }
  loaded = false;
  await Promise.all(writers);
  expect(readdirSync(rockola.folder).filter((name) => name.includes('unfinished'))).toEqual([]);

  rockola.process.kill('SIGTERM');
  await rockola.process.exited;
  for (const [i, ledger] of before.entries()) {
    const { code, out, err } = await rockola.cli(['restore', file(`backup-${i}.db`)]);
    expect([code, out, err]).toEqual([0, expect.stringContaining('The former store is'), expect.any(String)]);
    expect((await rockola.cli(['check'])).code).toBe(0);
    await rockola.restart('SIGTERM');
    for (const [location, text] of ledger) expect(await (await fetch(rockola.url + location)).text()).toBe(text);
    expect((await rockola.call('POST', '/api/v1/artists', { body: { name: 'after' }, key: rockola.adminKey })).status).toBe(201);
    rockola.process.kill('SIGTERM');
    await rockola.process.exited;
  }
  await rockola.restart('SIGTERM');
}, 60_000);

test('a backup that is killed leaves nothing under the final name', async () => {
  for (let delay = 40; delay < 240; delay += 40) {
    const target = file(`killed-${delay}.db`);
    const child = Bun.spawn([process.execPath, 'src/main.ts', 'backup', target], { env: rockola.env, stdout: 'ignore', stderr: 'ignore' });
    await Bun.sleep(delay);
    child.kill('SIGKILL');
    await child.exited;
    if (existsSync(target)) expect((await rockola.cli(['check'])).code).toBe(0);
    const again = await rockola.cli(['backup', existsSync(target) ? `${target}.2` : target]);
    expect([again.code, again.err]).toEqual([0, expect.any(String)]);
  }
}, 30_000);

test('what cannot be is refused and changes nothing', async () => {
  writeFileSync(file('taken.db'), 'mine');
  const taken = await rockola.cli(['backup', file('taken.db')]);
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('is there already')]);
  const nowhere = await rockola.cli(['backup', file('no/such/folder.db')]);
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('could not be written')]);
  const served = await rockola.cli(['restore', file('backup-0.db')]);
  expect([served.code, served.err]).toEqual([1, expect.stringContaining('A server is using')]);
  rockola.process.kill('SIGTERM');
  await rockola.process.exited;
  const missing = await rockola.cli(['restore', file('missing.db')]);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no file')]);
  const text = await rockola.cli(['restore', file('taken.db')]);
  expect([text.code, text.err]).toEqual([1, expect.stringContaining('cannot be restored')]);
  await rockola.restart('SIGTERM');
  expect((await rockola.call('GET', '/api/v1/artists/1001')).status).toBe(200);
});
