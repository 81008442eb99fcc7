import { afterAll, expect, test } from 'bun:test';
import { type Rockola, runToEnd, startRockola } from '../support/harness.ts';

const started: Rockola[] = [];
afterAll(() => Promise.all(started.map((rockola) => rockola.stop())));
const start = async (settings?: Record<string, string>, fresh = false) => {
  const rockola = await startRockola(settings, { fresh });
  started.push(rockola);
  return rockola;
};

test('the first start loads the starter catalogue, ids from 1001, and shows an admin key once', async () => {
  const rockola = await start({}, true);
  const { json } = await rockola.call('GET', '/api/v1/artists?limit=100');
  expect([json.meta.total, json.data[0].id]).toEqual([412n, 1001n]);
  const albums = await rockola.call('GET', '/api/v1/artists/1001/albums');
  expect(albums.json.data[0]).toEqual({ id: 1001n, name: 'Creo que te amo', year: 2010n, image: '' });
  // Of the album "Doble vida".
  const sources = await rockola.call('GET', '/api/v1/artists/1276/albums/1877/sources');
  expect(sources.json.data).toMatchObject([{ about: 'album', supports: '/year', value: '1989', rank: 'disputed', url: '' }]);
  expect(rockola.adminKey).toMatch(/^rka_/);
  await rockola.restart();
  expect(rockola.output()).not.toContain('rka_');
  expect((await rockola.call('GET', '/api/v1/artists')).json.meta.total).toBe(412n);
});

test('ROCKOLA_STARTER chooses the starter catalogue in English, or none', async () => {
  const english = await start({ ROCKOLA_STARTER: 'en' }, true);
  expect((await english.call('GET', '/api/v1/artists/1001')).json.description).toStartWith('La Plata band');
  const empty = await start({ ROCKOLA_STARTER: 'off' }, true);
  expect((await empty.call('GET', '/api/v1/artists')).json).toEqual({ data: [], meta: { limit: 10n, offset: 0n, total: 0n, next: null } });
  expect(await empty.add('/artists', { name: 'x' })).toBe(1n);
});

test('a start with wrong settings fails, and its message names all of them', async () => {
  const env = {
    PORT: 'abc',
    DATABASE_URL: 'mysql://x',
    ROCKOLA_PUBLIC_URL: 'example.org',
    ROCKOLA_STORE_LIMIT: '15MiB',
    ROCKOLA_STARTER: 'fr',
    ROCKOLA_DOCS: 'maybe',
    ROCKOLA_SIGNUP_ROLE: 'admin',
    ROCKOLA_PASSWORD_MIN: '4',
    ROCKOLA_SESSION_HOURS: '0',
    ROCKOLA_SERCET: 'x',
    ROCKOLA_METRICS_PORT: '99999',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:short@example.org',
    OTEL_TRACES_SAMPLER_ARG: '2',
  };
  const { code, err, out } = await runToEnd(env);
  expect([code, out]).toEqual([2, '']);
  for (const name of Object.keys(env)) expect(err).toContain(name);
  expect(err).not.toContain('short');
});

test('links are right behind a proxy with a path prefix, even if the proxy removes the prefix', async () => {
  const rockola = await start({ ROCKOLA_PUBLIC_URL: 'https://rock.example.org/catalogue/' });
  const { port } = new URL(rockola.url);
  for (const prefix of ['', '/catalogue']) {
    const base = `http://127.0.0.1:${port}${prefix}`;
    const created = await fetch(`${base}/api/v1/artists`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-API-Key': rockola.adminKey,
        Host: 'evil.example.org',
        'X-Forwarded-Host': 'evil.example.org',
      },
      body: '{"name":"x"}',
    });
    const { id } = (await created.json()) as { id: number };
    expect(created.headers.get('location')).toBe(`/catalogue/api/v1/artists/${id}`);
    const list = await fetch(`${base}/api/v1/artists`);
    expect(((await list.json()) as { meta: { next: string } }).meta.next).toStartWith('/api/v1/artists?');
    expect(list.headers.get('link')).toStartWith('</catalogue/api/v1/artists?');
    const missing = (await (await fetch(`${base}/api/v1/artists/999999`)).json()) as { type: string };
    expect(missing.type).toBe('https://rock.example.org/catalogue/problems/not-found');
    const document = (await (await fetch(`${base}/openapi.json`)).json()) as { servers: object };
    expect(document.servers).toEqual([{ url: 'https://rock.example.org/catalogue' }]);
  }
});

test('the pages of documentation can be turned off', async () => {
  const rockola = await start({ ROCKOLA_DOCS: 'off' });
  for (const path of ['/docs', '/openapi.json']) expect((await rockola.call('GET', path)).status).toBe(404);
  expect((await fetch(`${rockola.url}/problems/not-found`)).status).toBe(200);
});

test('the operator sets the role of new accounts and the minimum length of passwords', async () => {
  const rockola = await start({ ROCKOLA_SIGNUP_ROLE: 'reader', ROCKOLA_PASSWORD_MIN: '11' });
  const { key } = await rockola.person();
  expect((await rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, key })).status).toBe(403);
  const short = await rockola.call('POST', '/api/v1/user/signup', { body: { name: 'x', email: 'x@example.org', password: '0123456789' } });
  expect([short.status, short.json.errors[0].pointer]).toEqual([400, '/password']);
});
