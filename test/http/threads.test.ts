import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { blockWrites } from '../support/blockWrites.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import { type Connection, fieldOf, openConnection, type Reply, requestOf } from '../support/load/connection.ts';
import { metric } from '../support/metric.ts';

/** Several threads answer requests at one port, as if there were one: docs/architecture.md, "Threads". */
const threads = 3;
const settings = { ROCKOLA_THREADS: String(threads), ROCKOLA_STARTER: 'off' };
const http = new URL('../support/strayHttp.ts', import.meta.url);

const rockola = await startRockola({ ...settings, ROCKOLA_METRICS_PORT: '0' });
afterAll(() => rockola.stop());

const portOf = ({ url }: Rockola) => Number(new URL(url).port);
/** The system distributes connections over the threads by their client ports, so each thread gets some of this many. */
const open = (service: Rockola) => Promise.all(Array.from({ length: 24 }, () => openConnection(portOf(service))));
const send = async (connection: Connection, request: string) => (await connection.send(request)) as Reply;
const get = (path: string) => requestOf('GET', path);
const post = (service: Rockola, name: string) =>
  requestOf('POST', '/api/v1/artists', { 'X-API-Key': service.adminKey }, JSON.stringify({ name }));

/** The sockets that listen at a port, according to the system. */
function listeners(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.trim().split(/\s+/)).filter(([, address, , state]) => address?.endsWith(local) && state === '0A').length;
}

test('each thread listens at the port', () => {
  expect(listeners(portOf(rockola))).toBe(threads);
});

test('an answered write is visible at once on every connection, whichever thread wrote it', async () => {
  const [first, ...others] = (await open(rockola)) as [Connection, ...Connection[]];
  const { body } = await send(first, post(rockola, 'Manal'));
  const path = `/api/v1/artists/${JSON.parse(body).id}`;
  let busy = true;
  const noise = Promise.all(
    others.slice(12).map(async (connection) => {
      while (busy) await send(connection, get(path));
    }),
  );
  for (let round = 0; round < 40; round++) {
    const writer = others[round % 12] as Connection;
    const band = `Manal ${round}`;
    const change = requestOf('PATCH', path, { 'X-API-Key': rockola.adminKey }, JSON.stringify({ band }));
    expect((await send(writer, change)).status).toBe(200);
    const seen = await Promise.all(others.slice(0, 12).map((connection) => send(connection, get(path))));
    expect(seen.map((reply) => JSON.parse(reply.body).band)).toEqual(seen.map(() => band));
    // Each thread caches the list that was read before.
    const lists = await Promise.all(others.slice(0, 12).map((connection) => send(connection, get('/api/v1/artists'))));
    expect(lists.map((reply) => JSON.parse(reply.body).data[0].band)).toEqual(lists.map(() => band));
  }
  busy = false;
  await noise;
});

test('writes, searches, logins and refusals work in every thread', async () => {
  const person = await rockola.person('Bea');
  const login = requestOf('POST', '/api/v1/user/login', {}, JSON.stringify({ email: person.email, password: person.password }));
  const wrong = requestOf('POST', '/api/v1/user/login', {}, JSON.stringify({ email: person.email, password: 'no-such-password' }));
  for (let i = 0; i < 24; i++) {
    // An idle connection is closed after 10 s, and on a busy machine the last ones would wait longer for their turn.
    const connection = await openConnection(portOf(rockola));
    expect((await send(connection, post(rockola, 'Vox Dei'))).status).toBe(201);
    expect(JSON.parse((await send(connection, get('/api/v1/search?q=voz+dei'))).body).data.length).toBeGreaterThan(0);
    expect((await send(connection, login)).status).toBe(200);
    expect((await send(connection, wrong)).status).toBe(401);
    expect((await send(connection, get('/api/v1/artists/999999999'))).status).toBe(404);
    expect((await send(connection, get('/readyz'))).status).toBe(200);
    connection.end();
  }
});

test('a metric is the sum over all threads', async () => {
  const series = 'rockola_http_request_duration_seconds_count{method="GET",route="/livez",status="2xx"}';
  const connections = await open(rockola);
  const before = (await metric(rockola, series)) ?? 0;
  for (const connection of connections) await send(connection, get('/livez'));
  expect(await metric(rockola, series)).toBe(before + connections.length);
});

test('all threads share one quota', async () => {
  const limited = await startRockola({ ...settings, ROCKOLA_LIMITS: 'on' });
  const all = await open(limited);
  const replies = await Promise.all(
    all.map(async (connection) => {
      const received: Reply[] = [];
      for (let i = 0; i < 300; i++) received.push(await send(connection, get('/api/v1/artists/1')));
      return received;
    }),
  );
  const passed = replies.flat().filter(({ status }) => status !== 429).length;
  // The test itself reads the document at its start, which counts too; threads that count at the same moment may each admit one more.
  expect(passed).toBeGreaterThan(6_000 - 10);
  expect(passed).toBeLessThanOrEqual(6_000 + threads);
  const left = replies.flat().map(({ head }) => Number(/;r=(\d+)/.exec(fieldOf(head, 'RateLimit') ?? '')?.[1]));
  expect(Math.min(...left)).toBe(0);
  for (const connection of all) connection.end();
  await limited.stop();
});

test('all threads share one queue for hashing, and no login is lost', async () => {
  const person = await rockola.person('Coco');
  const login = requestOf('POST', '/api/v1/user/login', {}, JSON.stringify({ email: person.email, password: person.password }));
  const statuses = (await Promise.all((await open(rockola)).map((connection) => send(connection, login)))).map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
  expect(statuses).toContain(200);
});

test('SIGTERM lets the requests under way in each thread finish', async () => {
  const service = await startRockola({ ...settings, ROCKOLA_DRAIN_SECONDS: '1' });
  const all = await open(service);
  for (const connection of all) await send(connection, get('/livez'));
  const writing = all.map((connection) => send(connection, post(service, 'Almendra')));
  const ended = service.end('SIGTERM');
  expect((await Promise.all(writing)).map(({ status }) => status)).toEqual(all.map(() => 201));
  await until(() => all.every(({ closed }) => closed), 'connections are left open');
  await ended;
  await service.stop();
});

test('an unhandled error ends no thread, and a thread that ends is replaced', async () => {
  const mark = join(rockola.folder, 'stray');
  const service = await startRockola(
    { ...settings, ROCKOLA_METRICS_PORT: '0', TEST_MARK: mark },
    { variant: { http }, expectErrors: [/a stray throw in a thread/, /starting another/] },
  );
  await until(() => service.output().includes('"msg":"uncaught"'), 'the throw is not logged');
  // Each connection has a request under way with its own idempotency key, which its thread holds.
  const keyed = (n: number) =>
    requestOf('POST', '/api/v1/artists', { 'X-API-Key': service.adminKey, 'Idempotency-Key': `"held ${n}"` }, '{"name":"Pescado Rabioso"}');
  const resumeWrites = await blockWrites(service);
  const held = (await open(service)).map((connection, n) => connection.send(keyed(n)).catch(() => undefined));
  await until(async () => ((await metric(service, 'rockola_store_writes_waiting')) ?? 0) >= held.length, 'not all requests are under way');
  writeFileSync(`${mark}.end`, '');
  await until(() => service.output().includes('(it ended); starting another'), 'no thread ended');
  await resumeWrites();
  const lost = (await Promise.all(held)).filter((reply) => reply === undefined).length;
  expect(lost).toBeGreaterThan(0);
  await until(() => listeners(portOf(service)) === threads, 'the thread was not replaced');
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 200, 'the service is not ready again');
  for (const n of held.keys()) {
    const connection = await openConnection(portOf(service));
    expect([n, (await send(connection, keyed(n))).status]).toEqual([n, 201]);
    connection.end();
  }
  expect((await service.sql(`select id from artist where name = 'Pescado Rabioso'`)).length).toBe(held.length);
  for (const connection of await open(service)) {
    expect((await send(connection, post(service, 'Aquelarre'))).status).toBe(201);
    connection.end();
  }
  await service.stop();
});

test('the service does not start at a port that another service has, though the system would let them share it', async () => {
  const second = startRockola({ ...settings, PORT: new URL(rockola.url).port });
  expect(await second.catch(String)).toContain('is in use');
});
