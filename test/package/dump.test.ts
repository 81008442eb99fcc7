import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { outcome } from './outcome.ts';

/** Set when `npm run test:package` runs with a PostgreSQL server. */
const address = process.env.TEST_DATABASE_URL;
const tools = Bun.which('pg_dump') !== null && Bun.which('pg_restore') !== null;
/** pg_dump refuses a server newer than itself. */
const canDump = tools && address !== undefined && (await newEnough(address));
const folder = mkdtempSync(join(tmpdir(), 'rockola-dump-'));
afterAll(() => rmSync(folder, { recursive: true }));
const dump = (env: Record<string, string>) =>
  outcome(['packaging/rockola-dump', folder, '3'], { env: { PATH: process.env.PATH ?? '', ...env } });
const listFiles = () => readdirSync(folder).sort();

test('without a PostgreSQL address or server, a dump fails and the files of earlier dumps stay', async () => {
  const old = ['1', '2', '3', '4'].map((day) => `rockola-2026-01-0${day}T00-00-00Z.dump`);
  for (const name of old) writeFileSync(join(folder, name), '');
  expect((await dump({ DATABASE_URL: 'sqlite:x.db' })).code).toBe(2);
  expect((await dump({})).code).not.toBe(0);
  if (tools) expect((await dump({ DATABASE_URL: 'postgres://127.0.0.1:9/none' })).code).not.toBe(0);
  expect(listFiles().filter((name) => name !== '.unfinished')).toEqual(old);
});

test.skipIf(!canDump)('a new dump and the newest two before it are kept; the address may come from a file', async () => {
  const file = join(folder, 'address');
  writeFileSync(file, `${address}\n`);
  const settings: Record<string, string>[] = [{ DATABASE_URL: address ?? '' }, { DATABASE_URL_FILE: file }];
  for (const env of settings) {
    expect(await dump(env)).toEqual({ code: 0, out: '', err: '' });
    const dumps = listFiles().filter((name) => name.endsWith('.dump'));
    expect(dumps.length).toBe(3);
    const listed = await outcome(['pg_restore', '--list', join(folder, dumps.at(-1) ?? '')]);
    expect([listed.code, listed.out.includes('Format: CUSTOM')]).toEqual([0, true]);
    await Bun.sleep(1_000);
  }
});

async function newEnough(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  const toolVersion = /\d+/.exec((await outcome(['pg_dump', '--version'])).out)?.[0] ?? '';
  return Number.parseInt(toolVersion, 10) >= Number.parseInt(rows[0]?.server_version ?? '', 10);
}
