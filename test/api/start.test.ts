import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rockola, runToEnd, startRockola } from '../harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-start-'));
const started: Rockola[] = [];
afterAll(async () => {
  await Promise.all(started.map((rockola) => rockola.stop()));
  rmSync(folder, { recursive: true, force: true });
});
const start = async (settings?: Record<string, string>) => {
  const rockola = await startRockola(settings);
  started.push(rockola);
  return rockola;
};

test('the first start loads the starter catalogue, ids from 1001, and shows an admin key once', async () => {
  const rockola = await start();
  const { json } = await rockola.call('GET', '/api/v1/artists?limit=100');
  expect([json.meta.total, json.data[0].id]).toEqual([222n, 1001n]);
  const albums = await rockola.call('GET', '/api/v1/artists/1001/albums');
  expect(albums.json.data[0]).toEqual({ id: 1001n, name: 'Valentín Alsina', year: 1994n, image: '' });
  expect(rockola.adminKey).toMatch(/^rka_/);
  await rockola.restart('SIGTERM');
  expect(rockola.output()).not.toContain('rka_');
  expect((await rockola.call('GET', '/api/v1/artists')).json.meta.total).toBe(222n);
});

test('the starter catalogue in English, or none', async () => {
  const english = await start({ ROCKOLA_STARTER: 'en' });
  expect((await english.call('GET', '/api/v1/artists/1001')).json.description).toStartWith('Punk group');
  const empty = await start({ ROCKOLA_STARTER: 'off' });
  expect((await empty.call('GET', '/api/v1/artists')).json).toEqual({ data: [], meta: { limit: 10n, offset: 0n, total: 0n, next: null } });
  expect((await empty.call('POST', '/api/v1/artists', { body: { name: 'x' }, key: empty.adminKey })).json.id).toBe(1n);
});

test('what it writes is for its owner only', async () => {
  const rockola = await start();
  for (const file of readdirSync(rockola.folder).filter((name) => name.startsWith('rockola')))
    expect([file, statSync(join(rockola.folder, file)).mode & 0o077]).toEqual([file, 0]);
  expect(readdirSync(rockola.folder)).toContain('rockola.db.sock');
});

test('wrong settings stop the start, all named at once, and nothing is made', async () => {
  const env = {
    PORT: 'abc',
    DATABASE_URL: 'mysql://x',
    ROCKOLA_SECRET: 'short',
    ROCKOLA_PUBLIC_URL: 'example.org',
    ROCKOLA_STARTER: 'fr',
    ROCKOLA_DOCS: 'maybe',
    ROCKOLA_SIGNUP_ROLE: 'admin',
    ROCKOLA_PASSWORD_MIN: '4',
    ROCKOLA_SESSION_HOURS: '0',
    ROCKOLA_SERCET: 'x',
  };
  const { code, err, out } = await runToEnd(env);
  expect([code, out]).toEqual([1, '']);
  for (const name of Object.keys(env)) expect(err).toContain(name);
  expect(err).not.toContain('short');
});

test('a second server on the same file is refused', async () => {
  const rockola = await start();
  const { code, err } = await runToEnd({ ...rockola.env });
  expect(code).toBe(1);
  expect(err).toContain('Another Rockola is using');
  expect((await rockola.call('GET', '/api/v1/artists/1001')).status).toBe(200);
});

test('a port in use, a folder that cannot be, a file that is no store', async () => {
  const rockola = await start();
  const { port } = new URL(rockola.url);
  const inUse = await runToEnd({ PORT: port, DATABASE_URL: `sqlite:${join(folder, 'other.db')}` });
  expect([inUse.code, inUse.err]).toEqual([1, expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`)]);
  writeFileSync(join(folder, 'file'), 'x');
  const noFolder = await runToEnd({ PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'file', 'x.db')}` });
  expect([noFolder.code, noFolder.err]).toEqual([1, expect.stringContaining('cannot be made')]);
  writeFileSync(join(folder, 'text.db'), 'this is no database at all, but long enough to look at '.repeat(100));
  const noStore = await runToEnd({ PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'text.db')}` });
  expect([noStore.code, noStore.err]).toEqual([1, expect.stringContaining('cannot be opened')]);
});

test('a store that is newer than the program, or of another program, is not touched', async () => {
  const path = join(folder, 'newer.db');
  const database = new Database(path);
  database.run('pragma journal_mode = wal');
  database.run('create table migration (number integer primary key, name text, checksum text, applied_at bigint)');
  database.run("insert into migration values (1, 'x', 'y', 0), (99, 'x', 'y', 0)");
  const newer = await runToEnd({ PORT: '0', DATABASE_URL: `sqlite:${path}` });
  expect([newer.code, newer.err]).toEqual([1, expect.stringContaining('schema 99')]);
  database.run('delete from migration where number = 99');
  const other = await runToEnd({ PORT: '0', DATABASE_URL: `sqlite:${path}` });
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('Migration 1')]);
  expect(database.query("select count(*) as n from sqlite_schema where type = 'table'").get()).toEqual({ n: 1 });
  database.close();
});

test('a start that is killed at any moment leaves a store that the next start completes', async () => {
  for (let delay = 20; delay < 500; delay += 60) {
    const own = join(folder, `killed-${delay}`);
    mkdirSync(own);
    const env = { PATH: process.env.PATH ?? '', PORT: '0', DATABASE_URL: `sqlite:${join(own, 'r.db')}` };
    const child = Bun.spawn([process.execPath, 'src/main.ts', 'serve'], { env, stdout: 'ignore', stderr: 'ignore' });
    await Bun.sleep(delay);
    child.kill('SIGKILL');
    await child.exited;
    const rockola = await start({ DATABASE_URL: env.DATABASE_URL });
    expect((await rockola.call('GET', '/api/v1/artists')).json.meta.total).toBe(222n);
    expect((await rockola.cli(['check'])).code).toBe(0);
  }
}, 60_000);

test('behind a proxy with a path prefix, with the prefix passed on or taken off', async () => {
  const rockola = await start({ ROCKOLA_PUBLIC_URL: 'https://rock.example.org/catalogue/' });
  const { port } = new URL(rockola.url);
  for (const prefix of ['', '/catalogue']) {
    const base = `http://127.0.0.1:${port}${prefix}`;
    const made = await fetch(`${base}/api/v1/artists`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-API-Key': rockola.adminKey,
        Host: 'evil.example.org',
        'X-Forwarded-Host': 'evil.example.org',
      },
      body: '{"name":"x"}',
    });
    const { id } = (await made.json()) as { id: number };
    expect(made.headers.get('location')).toBe(`/catalogue/api/v1/artists/${id}`);
    const list = await fetch(`${base}/api/v1/artists`);
    expect(((await list.json()) as { meta: { next: string } }).meta.next).toStartWith('/api/v1/artists?');
    expect(list.headers.get('link')).toStartWith('</catalogue/api/v1/artists?');
    const missing = (await (await fetch(`${base}/api/v1/artists/999999`)).json()) as { type: string };
    expect(missing.type).toBe('https://rock.example.org/catalogue/problems/not-found');
    const document = (await (await fetch(`${base}/openapi.json`)).json()) as { servers: object };
    expect(document.servers).toEqual([{ url: 'https://rock.example.org/catalogue' }]);
  }
});

test('the docs can be closed', async () => {
  const rockola = await start({ ROCKOLA_DOCS: 'off' });
  for (const path of ['/docs', '/openapi.json', '/']) expect((await rockola.call('GET', path)).status).toBe(404);
  expect((await fetch(`${rockola.url}/problems/not-found`)).status).toBe(200);
});

test('a sign-up role and a least password length of the operator', async () => {
  const rockola = await start({ ROCKOLA_SIGNUP_ROLE: 'reader', ROCKOLA_PASSWORD_MIN: '11' });
  const { key } = await rockola.person();
  expect((await rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, key })).status).toBe(403);
  const short = await rockola.call('POST', '/api/v1/user/signup', { body: { name: 'x', email: 'x@example.org', password: '0123456789' } });
  expect([short.status, short.json.errors[0].pointer]).toEqual([400, '/password']);
});

test('it says that it lives and is ready, and not ready without its store', async () => {
  const rockola = await start();
  for (const path of ['/livez', '/readyz']) expect((await rockola.call('GET', path)).status).toBe(200);
  rmSync(join(rockola.folder, 'rockola.db'));
  await Bun.sleep(1100);
  expect((await rockola.call('GET', '/livez')).status).toBe(200);
  const ready = await rockola.call('GET', '/readyz');
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
});
