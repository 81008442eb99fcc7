import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rockola, runToEnd, startRockola } from '../support/harness.ts';

const isRoot = process.getuid?.() === 0;
const ordinaryUser = 65534;
/** Root has all rights, so the program runs as an ordinary user. */
const wrapper = isRoot ? ['setpriv', `--reuid=${ordinaryUser}`, `--regid=${ordinaryUser}`, '--clear-groups'] : [];
const canRun = ['package.json', process.execPath].every(
  (file) => Bun.spawnSync([...wrapper, 'test', '-r', file], { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0,
);

const folder = mkdtempSync(join(tmpdir(), 'rockola-rights-'));
chmodSync(folder, 0o755);
const modelFolder = join(folder, 'model');
let served: Rockola | undefined;

function give(path: string, uid: number): void {
  if (isRoot) chownSync(path, uid, uid);
}

beforeAll(async () => {
  if (!canRun) return;
  mkdirSync(modelFolder);
  give(modelFolder, ordinaryUser);
  await (await startRockola({ DATABASE_URL: `sqlite:${join(modelFolder, 'r.db')}`, ROCKOLA_STARTER: 'off' }, { wrapper })).stop();
  const storeFolder = join(folder, 'served');
  mkdirSync(storeFolder, { mode: 0o755 });
  served = await startRockola({ DATABASE_URL: `sqlite:${join(storeFolder, 'r.db')}`, ROCKOLA_STARTER: 'off' });
});
afterAll(async () => {
  await served?.stop();
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
  rmSync(folder, { recursive: true });
});

let stores = 0;
/** Copies the model store into a new folder of the ordinary user. */
function copyStore(): string {
  const storeFolder = join(folder, String(++stores));
  cpSync(modelFolder, storeFolder, { recursive: true, filter: (source) => !source.endsWith('.sock') });
  for (const path of [storeFolder, ...readdirSync(storeFolder).map((name) => join(storeFolder, name))]) give(path, ordinaryUser);
  return storeFolder;
}

async function expectRefused(storeFolder: string, args: string[], said: RegExp): Promise<void> {
  const env = { PORT: '0', HOME: folder, DATABASE_URL: `sqlite:${join(storeFolder, 'r.db')}` };
  const { code, err } = await runToEnd(env, args, wrapper);
  expect(err).toMatch(said);
  expect([code, /defect|Error|\n {4}at /.test(err)]).toEqual([1, false]);
}

const withMode = (name: string, bits: number) => (storeFolder: string) => chmodSync(join(storeFolder, name), bits);

describe.skipIf(!canRun)('missing file permissions are reported with a remedy, and not as a defect:', () => {
  test.each<[string, (storeFolder: string) => void, RegExp]>([
    [
      'a folder that may not be written',
      withMode('', 0o555),
      /folder .* has the mode 555\. Allow reading and writing: chmod u\+rwx|mode 600/,
    ],
    ['a folder that may not be looked into', withMode('', 0o000), /Make it, or allow that|has the mode 0/],
    ['a lock that may not be written', withMode('r.db.lock', 0o400), /r\.db\.lock cannot be used by .* has the mode 400\. .*chmod u\+rw/],
    ['a lock that may not be read', withMode('r.db.lock', 0o000), /r\.db\.lock cannot be used by .* has the mode 0/],
    ['a store that may not be written', withMode('r.db', 0o400), /r\.db cannot be used by .* has the mode 400\. .*chmod u\+rw/],
    ['a store that may not be read', withMode('r.db', 0o000), /r\.db cannot be used by .* has the mode 0/],
  ])('%s', async (_, spoil, said) => {
    const storeFolder = copyStore();
    spoil(storeFolder);
    await expectRefused(storeFolder, ['serve'], said);
  });

  test('a folder that cannot be made', async () => {
    const storeFolder = copyStore();
    chmodSync(storeFolder, 0o555);
    await expectRefused(join(storeFolder, 'below'), ['serve'], /The folder of .* cannot be made .*permission denied.* Make it/i);
  });

  test.skipIf(!isRoot).each(['r.db', 'r.db.lock', 'r.db-wal', 'r.db-shm'])('a %s of another user', async (name) => {
    const storeFolder = copyStore();
    const path = join(storeFolder, name);
    if (!existsSync(path)) writeFileSync(path, '');
    give(path, 0);
    chmodSync(path, 0o600);
    await expectRefused(
      storeFolder,
      ['serve'],
      new RegExp(`${name} cannot be used by .* belongs to the user with the number 0\\. Run this as that user`),
    );
  });

  test.each<[string[], RegExp]>([
    [['account', 'list'], /r\.db cannot be used by/],
    [['check'], /r\.db cannot be used by/],
    [['backup', '/nonexistent/b.db'], /r\.db cannot be used by/],
    [['migrate'], /r\.db cannot be used by/],
    [['restore', 'package.json'], /r\.db/],
  ])('%j on a store in a folder that may not be read', async (args, said) => {
    const storeFolder = copyStore();
    chmodSync(storeFolder, 0o000);
    await expectRefused(storeFolder, args, said);
  });

  test('a backup into a folder that may not be written', async () => {
    const storeFolder = copyStore();
    const locked = join(storeFolder, 'locked');
    mkdirSync(locked, { mode: 0o555 });
    await expectRefused(storeFolder, ['backup', join(locked, 'b.db')], /locked is writable/);
  });

  test.skipIf(!isRoot)('a command for a server of another user', async () => {
    const storeFolder = join(folder, 'served');
    chmodSync(join(storeFolder, 'r.db'), 0o644);
    await expectRefused(
      storeFolder,
      ['account', 'verify', 'operator@localhost'],
      /r\.db(\.sock)? cannot be used by .* belongs to the user with the number 0/,
    );
  });
});
