import { afterAll, expect, test } from 'bun:test';
import { accessSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());
const asAdmin = { key: rockola.adminKey };

/** The folder of the store. On PostgreSQL the folder of its server, with its log, or undefined if the test may not read it. */
async function storeFolder(): Promise<string | undefined> {
  if (engine === 'sqlite') return rockola.folder;
  const [row] = await rockola.sql(`select current_setting('data_directory') as folder`);
  try {
    accessSync(String(row?.folder));
    return String(row?.folder);
  } catch {
    return undefined;
  }
}

/** The statements of docs/operating.md, "Erase for good". */
async function emptyPostgresLog(): Promise<void> {
  await rockola.sql('alter system set wal_recycle = off');
  try {
    await rockola.sql('select pg_reload_conf()');
    const [row] = await rockola.sql('select count(*) as files from pg_ls_waldir()');
    for (let i = 0; i < Number(row?.files) + 2; i++) {
      await rockola.sql('select pg_switch_wal()');
      await rockola.sql('checkpoint');
    }
  } finally {
    await rockola.sql('alter system reset wal_recycle');
    await rockola.sql('select pg_reload_conf()');
  }
}

async function filesWith(...words: string[]): Promise<string[] | undefined> {
  const folder = await storeFolder();
  if (folder === undefined) return undefined;
  const contains = (path: string) => {
    const bytes = readIfThere(path);
    return words.some((word) => bytes.includes(word));
  };
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(contains);
}

/** Empty for a listed file that a running server has removed. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return Buffer.alloc(0);
  }
}

test('after "rockola compact" no file of the store contains redacted text', async () => {
  const [slander, remark] = ['zqslander', 'zqremark'].map((word) => word + crypto.randomUUID().slice(0, 8)) as [string, string];
  const headers = { 'Idempotency-Key': `"${crypto.randomUUID()}"`, 'Change-Comment': `"${remark}"` };
  const body = { name: slander, description: `${slander} ${'x'.repeat(5_000)}` };
  const { json } = await rockola.call('POST', '/api/v1/artists', { ...asAdmin, body, headers });
  const path = `/api/v1/artists/${json.id}`;
  const countFound = async (q: string) => (await rockola.call('GET', `/api/v1/search?q=${q}`)).json.data.length;
  expect(await countFound(slander)).toBe(1);
  await rockola.call('PATCH', path, { ...asAdmin, body: { name: 'Almendra', description: '' } });
  expect(await countFound(slander)).toBe(0);
  await rockola.call('POST', `${path}/revisions/1/redactions`, { ...asAdmin, body: { hide: ['all'], reason: 'slander' } });
  expect(await filesWith(slander, remark)).not.toEqual([]);
  if (engine === 'sqlite') expect(await rockola.cli(['compact'])).toMatchObject({ code: 1, err: expect.stringContaining('Stop it first') });
  await rockola.end();
  expect(await rockola.cli(['compact'])).toMatchObject({ code: 0 });
  if (engine === 'postgres') await emptyPostgresLog();
  expect((await filesWith(slander, remark)) ?? []).toEqual([]);
  expect(await rockola.cli(['check'])).toMatchObject({ code: 0 });
  await rockola.restart();
  expect([await countFound('almendra'), await countFound(slander)]).toEqual([1, 0]);
});
