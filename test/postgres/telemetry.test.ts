import { afterAll, expect, test } from 'bun:test';
import pg from 'pg';
import { lockNumbers } from '../../src/store/postgres/lockNumbers.ts';
import { until } from '../faults/until.ts';
import { allNumbered } from '../support/allNumbered.ts';
import { blockWrites } from '../support/blockWrites.ts';
import { startCollector } from '../support/collector.ts';
import { startRockola } from '../support/harness.ts';
import { metric, metrics } from '../support/metric.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { outageLogLines } from './outageLogLines.ts';

const collector = startCollector();
const server = await startPostgres();
const settings = {
  DATABASE_URL: server.url,
  ROCKOLA_POOL: '3',
  ROCKOLA_METRICS_PORT: '0',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
};
const rockola = await startRockola(settings, { expectErrors: outageLogLines });
afterAll(async () => {
  await rockola.stop();
  await server.stop();
  collector.stop();
});

const untilUp = (up: number) => until(async () => (await metric(rockola, 'rockola_store_up')) === up, `rockola_store_up is not ${up}`);

test('an outage of the database shows in rockola_store_up, and the requests that it fails show in traces', async () => {
  await untilUp(1);
  await server.end('SIGKILL');
  await untilUp(0);
  const failed = await rockola.call('GET', '/api/v1/artists/1001');
  expect(await metric(rockola, 'rockola_http_problems_total{code="unavailable"}')).toBeGreaterThanOrEqual(1);
  await server.start();
  await untilUp(1);
  await rockola.restart();
  const id = failed.headers.get('x-request-id');
  const request = collector.spans.find(({ attributes }) => attributes['rockola.request_id'] === id);
  const spans = [request, collector.spans.find(({ parentSpanId }) => parentSpanId === request?.spanId)];
  expect(spans.map((span) => [span?.name, span?.status, span?.attributes['error.type']])).toEqual([
    ['GET /api/v1/artists/:artistId', 2, 'unavailable'],
    ['store.read', 2, 'unavailable'],
  ]);
});

test('connections never exceed the pool, and waiting requests are counted', async () => {
  const goOn = await blockWrites(rockola);
  const posts = Array.from({ length: 30 }, () => rockola.send('POST', '/artists', { name: 'x' }));
  let during = new Map<string, number>();
  const awaited = async () => {
    during = await metrics(rockola);
    return (during.get('rockola_store_connections_awaited') ?? 0) > 0;
  };
  await until(awaited, 'no request waits for a connection');
  expect(during.get('rockola_store_connections')).toBe(3);
  await goOn();
  await Promise.all(posts);
  expect(await metric(rockola, 'rockola_store_connections_awaited')).toBe(0);
});

test('revisions that get no number are counted, with the age of the oldest in seconds', async () => {
  await allNumbered(rockola);
  const holder = new pg.Client(server.url);
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [lockNumbers.sequencer]);
  const start = performance.now();
  await rockola.send('POST', '/artists', { name: 'x' });
  let shown = new Map<string, number>();
  const age = () => shown.get('rockola_store_revisions_unnumbered_seconds') ?? 0;
  const isOld = async () => {
    shown = await metrics(rockola);
    return age() > 0.5;
  };
  await until(isOld, 'the revision without a number does not get 0.5 s old');
  expect(age()).toBeLessThan((performance.now() - start) / 1000);
  expect(shown.get('rockola_store_revisions_unnumbered')).toBe(1);
  await holder.end();
  await until(async () => (await metric(rockola, 'rockola_store_revisions_unnumbered')) === 0, 'the revision gets no number');
  expect(await metric(rockola, 'rockola_store_revisions_unnumbered_seconds')).toBe(0);
});
