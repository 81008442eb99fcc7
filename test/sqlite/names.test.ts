import { afterAll, describe, expect, test } from 'bun:test';
import { linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd, startRockola } from '../support/harness.ts';

/** A store has one lock, one socket and one secret under all its names. */
const folder = mkdtempSync(join(tmpdir(), 'rockola-names-'));
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
mkdirSync(join(folder, 'links'));
symlinkSync(rockola.folder, join(folder, 'folder'));
symlinkSync(join(rockola.folder, 'rockola.db'), join(folder, 'file.db'));
symlinkSync('../file.db', join(folder, 'links', 'chain.db'));
symlinkSync('folder/rockola.db', join(folder, 'relative.db'));
afterAll(async () => {
  await rockola.stop();
  rmSync(folder, { recursive: true });
});

const names = ['file.db', 'links/chain.db', 'relative.db', 'folder/rockola.db'];
const by = (name: string) => ({ ...rockola.env, DATABASE_URL: `sqlite:${join(folder, name)}` });

describe.each(names)('by the name %s of a store that is served', (name) => {
  test('no second server starts, and nothing is restored', async () => {
    const second = await runToEnd(by(name));
    expect([second.code, second.err]).toEqual([1, expect.stringContaining('Another Rockola is using')]);
    const backup = join(folder, 'backup.db');
    rmSync(backup, { force: true });
    expect((await runToEnd(by(name), ['backup', backup])).code).toBe(0);
    const restored = await runToEnd(by(name), ['restore', backup]);
    expect([restored.code, restored.err]).toEqual([1, expect.stringContaining('Stop it first')]);
    const moved = await runToEnd(by(name), ['move', '--from', by(name).DATABASE_URL, '--to', `sqlite:${join(folder, 'moved.db')}`]);
    expect([moved.code, moved.err]).toEqual([1, expect.stringContaining('is in use')]);
  });

  test('a command writes through the server', async () => {
    const { code, out } = await runToEnd(by(name), ['key', 'add', 'operator@localhost']);
    const key = /rka_\w{36}/.exec(out)?.[0] ?? '';
    expect([code, (await rockola.call('GET', '/api/v1/user', { key })).status]).toEqual([0, 200]);
  });
});

test('the secret is the same, no file is made next to a link, and a restore keeps the link', async () => {
  const { token } = await rockola.person();
  await rockola.end();
  const linked = await startRockola(by('links/chain.db'));
  expect((await linked.call('GET', '/api/v1/user', { token })).status).toBe(200);
  await linked.end();
  const restored = await runToEnd(by('file.db'), ['restore', join(folder, 'backup.db')]);
  expect([restored.code, restored.err]).toEqual([0, expect.any(String)]);
  expect(lstatSync(join(folder, 'file.db')).isSymbolicLink()).toBe(true);
  expect(readdirSync(rockola.folder).filter((name) => name.includes('.before-'))).toHaveLength(1);
  expect(readdirSync(folder).toSorted()).toEqual(['backup.db', 'file.db', 'folder', 'links', 'relative.db']);
  expect(readdirSync(join(folder, 'links'))).toEqual(['chain.db']);
  await rockola.restart();
});

test('a link to a missing store creates the store and its lock at the target', async () => {
  symlinkSync(join(rockola.folder, 'later.db'), join(folder, 'later.db'));
  const later = await startRockola({ ...by('later.db'), ROCKOLA_STARTER: 'off' });
  const second = await runToEnd({ ...rockola.env, DATABASE_URL: `sqlite:${join(rockola.folder, 'later.db')}` });
  expect([second.code, second.err]).toEqual([1, expect.stringContaining('Another Rockola is using')]);
  await later.end();
});

test('a store with a hard link is refused, with the way to find the other name', async () => {
  await rockola.end();
  linkSync(join(rockola.folder, 'rockola.db'), join(folder, 'hard.db'));
  for (const name of ['hard.db', 'file.db']) {
    const { code, err } = await runToEnd(by(name));
    expect([code, err]).toEqual([1, expect.stringContaining('-samefile')]);
  }
  rmSync(join(folder, 'hard.db'));
  await rockola.restart();
});
