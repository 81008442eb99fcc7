import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { sendInEveryPlace } from '../support/canaries.ts';
import { type Span, startCollector } from '../support/collector.ts';
import { engine } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { linesWith } from '../support/logged.ts';
import { mailThrough } from '../support/mailServer.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const caller = 'b7ad6b7169203331';
const credentials = 'canary-collector-1974';
const canary = 'canary-password-1973';
const began = performance.now();
const collector = startCollector();
// The source, since a bundle contains its packages and loads none.
const entry = join(import.meta.dir, '../../src/main.ts');
const plain = await startRockola({ BUN_OPTIONS: `--preload=${join(import.meta.dir, '../support/loaded.ts')}` }, { entry });
const rockola = await startRockola({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${credentials}`,
  ROCKOLA_METRICS_PORT: '0',
  ...mailThrough('smtp://canary:canary-secret@127.0.0.1:1'),
});
/** The SDK gives up after 15 s, while the other tests run. */
const away = await startRockola({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9/' }, { expectErrors: [/"traces: .*ECONNREFUSED/] });
for (let i = 0; i < 20; i++) expect((await away.call('GET', '/api/v1/artists/1001')).status).toBe(200);
afterAll(async () => {
  await Promise.all([rockola.stop(), plain.stop(), away.stop()]);
  collector.stop();
});

/** The service sends its spans at its end, so the tests need not wait for its next round. */
async function collected(): Promise<Span[]> {
  expect(rockola.output()).not.toContain(credentials);
  await rockola.restart();
  return collector.spans.splice(0);
}

const server = 2;

test('a request is one server span, and its store operations are child spans', async () => {
  const answer = await rockola.send('POST', '/artists', { name: 'x' });
  await rockola.call('GET', '/api/v1/artists/1001?limit=1');
  const spans = await collected();
  expect(collector.credentials()).toBe(`Bearer ${credentials}`);
  const post = spans.find(({ name }) => name === 'POST /api/v1/artists');
  expect(post?.kind).toBe(server);
  expect(post?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/artists',
    'http.response.status_code': 201,
    'url.path': '/api/v1/artists',
    'url.scheme': 'http',
    'rockola.request_id': answer.headers.get('x-request-id'),
  });
  expect(post?.resource).toMatchObject({
    'service.name': 'rockola',
    'service.version': expect.any(String),
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.name': 'opentelemetry',
    'telemetry.sdk.version': expect.any(String),
  });
  const children = spans.filter(({ parentSpanId }) => parentSpanId === post?.spanId);
  const asked = children.map(({ name, traceId, attributes }) => [name, traceId, attributes['rockola.operation']]);
  // At most one lookup of duplicates is made each 150 ms.
  const looks = asked.filter(([name]) => name === 'store.readSlow').map(([, , operation]) => operation);
  expect(looks.length === 0 || looks.join() === 'findDuplicates').toBe(true);
  expect(asked.filter(([name]) => name !== 'store.readSlow')).toEqual([
    ['store.read', post?.traceId, 'findKey'],
    ['store.write', post?.traceId, 'createArtist'],
  ]);
  const get = spans.find(({ name }) => name === 'GET /api/v1/artists/:artistId');
  expect([get?.attributes['url.path'], get?.parentSpanId]).toEqual(['/api/v1/artists/1001', undefined]);
  expect(get?.traceId).not.toBe(post?.traceId);
});

test('the span of a refusal has its code and is no error', async () => {
  await rockola.call('GET', '/api/v1/artists/999999');
  const spans = await collected();
  const request = spans.find(({ kind }) => kind === server);
  expect([request?.attributes['rockola.problem'], request?.status, request?.attributes['error.type']]).toEqual(['not-found', 0, undefined]);
});

test("the caller's trace is continued if it is well formed and sampled", async () => {
  const headers: [string, string][] = [
    ['sampled', `00-${traceId}-${caller}-01`],
    ['of a later version', `01-${traceId}-${caller}-01-more`],
    ['not sampled', `00-${traceId}-${caller}-00`],
    ['too long for its version', `00-${traceId}-${caller}-01-more`],
    ['of an impossible version', `ff-${traceId}-${caller}-01`],
    ['with an empty trace id', `00-${'0'.repeat(32)}-${caller}-01`],
    ['with an empty span id', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['in capitals', `00-${traceId.toUpperCase()}-${caller}-01`],
  ];
  const ids: (string | null)[] = [];
  for (const [, traceparent] of headers)
    ids.push((await rockola.call('GET', '/livez', { headers: { traceparent } })).headers.get('x-request-id'));
  const spans = await collected();
  const outcomes = headers.map(([name], i) => {
    const span = spans.find(({ attributes }) => attributes['rockola.request_id'] === ids[i]);
    return [name, span && (span.traceId === traceId && span.parentSpanId === caller ? 'child' : span.parentSpanId === undefined && 'root')];
  });
  expect(outcomes).toEqual([
    ['sampled', 'child'],
    ['of a later version', 'child'],
    ['not sampled', undefined],
    ['too long for its version', 'root'],
    ['of an impossible version', 'root'],
    ['with an empty trace id', 'root'],
    ['with an empty span id', 'root'],
    ['in capitals', 'root'],
  ]);
});

test('spans are sent while the service runs', async () => {
  await rockola.call('GET', '/livez');
  await until(() => collector.spans.length > 0, 'no span was sent');
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /livez']);
  collector.spans.length = 0;
});

test('no secret reaches traces or metrics', async () => {
  const email = 'canary@example.org';
  await rockola.call('POST', '/api/v1/user/signup', { body: { name: 'C', email, password: canary } });
  const { json: login } = await rockola.call('POST', '/api/v1/user/login', { body: { email, password: canary } });
  const secrets = [canary, login.token, login.api_key];
  await sendInEveryPlace(rockola, secrets);
  const metrics = await (await fetch(/Metrics\s+(\S+)/.exec(rockola.output())?.[1] ?? '')).text();
  expect((await collected()).length).toBeGreaterThan(100);
  for (const secret of [...secrets, 'canary-secret', email, rockola.adminKey])
    expect([secret, collector.raw().includes(secret), metrics.includes(secret)]).toEqual([secret, false, false]);
});

test('a sampling ratio of 0 keeps no trace that begins here', async () => {
  rockola.env.OTEL_TRACES_SAMPLER_ARG = '0';
  rockola.env.OTEL_SERVICE_NAME = 'catalogue';
  await rockola.restart();
  collector.spans.length = 0;
  await rockola.call('GET', '/api/v1/artists/1001');
  await rockola.call('GET', '/livez', { headers: { traceparent: `00-${traceId}-${caller}-01` } });
  const spans = await collected();
  expect(spans.map(({ name, resource }) => [name, resource['service.name']])).toEqual([['GET /livez', 'catalogue']]);
});

test('an unreachable collector affects no request and hardly delays the stop; the log has a line', async () => {
  const traceLines = () => linesWith(away, '"msg":"traces: ');
  await until(() => traceLines().length > 0, 'the log does not mention the collector');
  // The reason as a sentence, without the JSON in which the SDK reports it.
  expect([traceLines().length, traceLines()[0]?.includes('{\\"')]).toEqual([1, false]);
  await away.call('GET', '/livez');
  const start = performance.now();
  await away.end();
  expect(performance.now() - start).toBeLessThan(9_000);
});

test('a collector that refuses does not keep the service from stopping in order', async () => {
  const refusing = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(null, { status: 404 }) });
  const lone = await startRockola({ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url.href }, { expectErrors: [/"traces: .*Not Found"/] });
  await lone.call('GET', '/livez');
  await lone.stop();
  expect(lone.output()).toContain('"msg":"stopped"');
  await refusing.stop(true);
});

test('without traces and metrics none of their code is loaded', async () => {
  await plain.call('GET', '/api/v1/artists/1001');
  await plain.end();
  const loaded = /^LOADED (.*)$/m.exec(plain.output())?.[1]?.split(' ') ?? [];
  expect(loaded).toContain('zod');
  for (const name of ['@opentelemetry', 'prom-client']) expect(loaded).not.toContain(name);
});

test('the service has exactly the timers that its periodic work needs', () => {
  const timers = /^TIMERS (.*)$/m.exec(plain.output())?.[1]?.split(' ').map(Number) ?? [];
  const minute = 60_000;
  // Background work: the last use of credentials, the check of the search index, with SQLite the list of redactions and the schedule of
  // dumps, and housekeeping once an hour.
  const long = timers.filter((delay) => delay >= minute);
  expect(new Set(long)).toEqual(new Set([minute, 60 * minute]));
  // Each is set again when it has run.
  const minutes = 1 + Math.floor((performance.now() - began) / minute);
  const perMinute = engine === 'sqlite' ? 4 : 2;
  expect(long.length).toBeWithin(perMinute + 1, perMinute * minutes + 2);
  // The checks of the descriptors and of the size of the store.
  expect([...new Set(timers.filter((delay) => delay < minute))]).toEqual(expect.arrayContaining([500, 2_000]));
});
