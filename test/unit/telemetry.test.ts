import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from 'bun';
import type { Passwords } from '../../src/auth/password.ts';
import { problemTypes } from '../../src/http/problemTypes.ts';
import type { Tail } from '../../src/http/stream/tail.ts';
import { Problem, type ProblemCode, problemCodes } from '../../src/model/problem.ts';
import type { Log } from '../../src/process/log.ts';
import { noteBackup } from '../../src/store/backupNote.ts';
import type { Store } from '../../src/store/store.ts';
import { createMetrics, type Watched } from '../../src/telemetry/metrics.ts';
import { createThreadMetrics } from '../../src/telemetry/threadMetrics.ts';
import { startTraces } from '../../src/telemetry/traces.ts';
import { version } from '../../src/version.ts';
import { startCollector } from '../support/collector.ts';
import { type Exposition, readExposition } from '../support/exposition.ts';
import { contextAt } from '../support/requestContext.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-telemetry-'));
const path = join(folder, 'r.db');
noteBackup(path, { at: 1_700_000_000_500, bytes: 26, failedAt: 1_600_000_000_250 });
const metrics = createMetrics();
metrics.watch({ ...sources(0), others: async () => [] });
const server = metrics.listen('127.0.0.1', 0);
const collector = startCollector();
afterAll(async () => {
  await server.stop(true);
  collector.stop();
  rmSync(folder, { recursive: true });
});

const scrape = async (from = server): Promise<Exposition> => readExposition(await (await fetch(new URL('/metrics', from.url))).text());

/** The values that are read at a scrape, all different. @param more is added to each */
function sources(more: number): Omit<Watched, 'others'> {
  const slowReads = { running: 15 + more, waiting: 16 + more, refused: 17 + more };
  const postgres = {
    ...{ connections: 20 + more, idle: 21 + more, waiting: 22 + more, retries: 25 + more },
    unnumbered: { revisions: 23 + more, seconds: 24.5 + more },
  };
  const figures = (): ReturnType<Store['figures']> => ({
    ...{ up: true, reads: 11 + more, writes: 12 + more, size: { bytes: 13 + more, limit: 14 + more }, slowReads },
    ...{ sqlite: { waiting: 18 + more, walBytes: 19 + more }, postgres },
  });
  const mail = { sent: 31 + more, failed: 32 + more, givenUp: 33 + more, waiting: 34 + more };
  return {
    server: { pendingRequests: 10 + more } as Server<undefined>,
    store: { figures } as Store,
    passwords: { figures: () => ({ running: 27 + more, waiting: 28 + more, refused: 29 + more }) } as Passwords,
    log: { dropped: () => 30 + more } as Log,
    tail: { open: () => 35 + more } as Tail,
    database: { engine: 'sqlite', path },
    mail: () => mail,
    webhooks: () => ({ underWay: 36 + more, waiting: 37 + more, accepted: 38 + more, failed: 39 + more }),
  };
}

const slow = 1_500;
const get = contextAt('/api/v1/search?q=sumo', {}, { pattern: '/api/v1/search', params: {} });
const refused = () => contextAt('/api/v1/search', { problem: 'unavailable' }, { pattern: '/api/v1/search', params: {} });

/** One event for each metric that an event changes, and the increase of each of its series. */
const byEvent: Record<string, { event(): void; adds: Record<string, number> }> = {
  rockola_http_request_duration_seconds: {
    event: () => metrics.onRequest(contextAt('/livez'), 204, slow),
    adds: Object.fromEntries(
      ['count', 'sum'].map((part) => [`_${part}{method="GET",route="/livez",status="2xx"}`, part === 'sum' ? 1.5 : 1]),
    ),
  },
  rockola_http_problems_total: {
    event: () => metrics.onRequest(contextAt('/livez', { problem: 'forbidden' }), 403, 1),
    adds: { '{code="forbidden"}': 1 },
  },
  rockola_search_duration_seconds: {
    event: () => metrics.onRequest(get, 200, slow),
    adds: { '_count{operation="search"}': 1, '_sum{operation="search"}': 1.5 },
  },
  rockola_search_refused_total: { event: () => metrics.onRequest(refused(), 503, slow), adds: { '': 1 } },
  rockola_store_commit_duration_seconds: { event: () => metrics.onCommit(3, 0.25), adds: { _count: 1, _sum: 0.25 } },
  rockola_store_batch_writes: { event: () => metrics.onCommit(3, 0.25), adds: { _count: 1, _sum: 3 } },
  rockola_password_hash_duration_seconds: { event: () => metrics.onHash(0.75), adds: { _count: 1, _sum: 0.75 } },
};

/** For each metric that is read at a scrape: the value of its source. */
const atScrape: Record<string, number> = {
  rockola_http_requests_under_way: 10,
  rockola_store_up: 1,
  rockola_store_reads_total: 11,
  rockola_store_writes_total: 12,
  rockola_store_size_bytes: 13,
  rockola_store_limit_bytes: 14,
  rockola_store_slow_reads_running: 15,
  rockola_store_slow_reads_waiting: 16,
  rockola_store_slow_reads_refused_total: 17,
  rockola_store_writes_waiting: 18,
  rockola_store_wal_bytes: 19,
  rockola_store_connections: 20,
  rockola_store_connections_idle: 21,
  rockola_store_connections_awaited: 22,
  rockola_store_revisions_unnumbered: 23,
  rockola_store_revisions_unnumbered_seconds: 24.5,
  rockola_store_retries_total: 25,
  rockola_backup_last_size_bytes: 26,
  rockola_backup_last_success_timestamp_seconds: 1_700_000_000.5,
  rockola_backup_last_failure_timestamp_seconds: 1_600_000_000.25,
  rockola_passwords_running: 27,
  rockola_passwords_waiting: 28,
  rockola_passwords_refused_total: 29,
  rockola_log_lines_dropped_total: 30,
  rockola_mail_sent_total: 31,
  rockola_mail_failed_total: 32,
  rockola_mail_given_up_total: 33,
  rockola_mail_waiting: 34,
  rockola_change_streams: 35,
  rockola_webhooks_under_way: 36,
  rockola_webhooks_waiting: 37,
  rockola_webhook_calls_accepted_total: 38,
  rockola_webhook_calls_failed_total: 39,
};

/** The metrics that prom-client measures by itself. */
const ofTheRuntime = /^(process|nodejs)_/;

test('every metric of the program is in one of the two tables above', async () => {
  const { types } = await scrape();
  const ours = [...types.keys()].filter((name) => !ofTheRuntime.test(name) && name !== 'rockola_build_info');
  expect(ours.toSorted()).toEqual([...Object.keys(byEvent), ...Object.keys(atScrape)].toSorted());
});

test('a metric that is read at a scrape has the value of its source, in the unit of its name', async () => {
  const { series } = await scrape();
  expect(Object.fromEntries(Object.keys(atScrape).map((name) => [name, series.get(name)]))).toEqual(atScrape);
  expect(series.get(`rockola_build_info{version="${version}",commit="source",bun="${Bun.version}"}`)).toBe(1);
});

test.each(Object.keys(byEvent))('%s: one event increases the expected series, and no other of the metric', async (name) => {
  const { event, adds } = byEvent[name] as (typeof byEvent)[string];
  const before = await scrape();
  event();
  const after = await scrape();
  const keys = [...after.series.keys()].filter((key) => key.startsWith(name) && !key.includes('_bucket{'));
  const grew = keys.map((key) => [key.slice(name.length), (after.series.get(key) ?? 0) - (before.series.get(key) ?? 0)] as const);
  expect(Object.fromEntries(grew.filter(([, growth]) => growth !== 0))).toEqual(adds);
});

test('an answered search is counted, an unavailable one is counted as refused, and one with another problem is not counted', async () => {
  const counts = async () => {
    const { series } = await scrape();
    return [series.get('rockola_search_duration_seconds_count{operation="search"}') ?? 0, series.get('rockola_search_refused_total') ?? 0];
  };
  const cases: [status: number, problem: ProblemCode | undefined, counted: number[]][] = [
    [200, undefined, [1, 0]],
    [304, undefined, [1, 0]],
    [400, 'invalid-input', [0, 0]],
    [429, 'too-many-requests', [0, 0]],
    [500, 'internal', [0, 0]],
    [503, 'unavailable', [0, 1]],
  ];
  for (const [status, problem, counted] of cases) {
    const [found, refusals] = await counts();
    metrics.onRequest(contextAt('/api/v1/search', { problem }), status, 1);
    expect([status, await counts()]).toEqual([status, [(found ?? 0) + (counted[0] ?? 0), (refusals ?? 0) + (counted[1] ?? 0)]]);
  }
});

test('figures that each thread has of its own are summed up, and all others are those of the first thread', async () => {
  const whole = createMetrics();
  const threads = [1, 2].map((more) => {
    const thread = createThreadMetrics();
    thread.watch(sources(100 * more));
    return thread;
  });
  whole.watch({ ...sources(0), others: () => Promise.all(threads.map((thread) => thread.read())) });
  const listener = whole.listen('127.0.0.1', 0);
  whole.onRequest(contextAt('/livez'), 200, slow);
  for (const thread of threads) thread.onRequest(contextAt('/livez'), 200, slow);
  const { series } = await scrape(listener);
  await listener.stop(true);
  const perThread = [
    'rockola_http_requests_under_way',
    'rockola_change_streams',
    'rockola_store_reads_total',
    'rockola_log_lines_dropped_total',
  ];
  const shown = Object.keys(atScrape).map((name) => [name, series.get(name)] as const);
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(Object.entries(atScrape).map(([name, value]) => [name, perThread.includes(name) ? 3 * value + 300 : value])),
  );
  expect(series.get('rockola_http_request_duration_seconds_sum{method="GET",route="/livez",status="2xx"}')).toBe(4.5);
});

test('the path of a span has its parameters if all are numbers, else it is the pattern', async () => {
  const traces = startTraces({ endpoint: collector.url.replace(/\/$/, ''), service: 'rockola', share: 1 }, () => {});
  const targets: [pattern: string | undefined, path: string, params: Record<string, string>, shown: string | undefined][] = [
    ['/livez', '/livez', {}, '/livez'],
    ['/a/:id', '/a/1001', { id: '1001' }, '/a/1001'],
    ['/a/:id', '/a/-5', { id: '-5' }, '/a/-5'],
    ['/a/:id', '/a/rka_secret', { id: 'rka_secret' }, '/a/:id'],
    ['/a/:id/b/:word', '/a/1/b/secret', { id: '1', word: 'secret' }, '/a/:id/b/:word'],
    ['/a/:id', `/a/${'1'.repeat(20)}`, { id: '1'.repeat(20) }, '/a/:id'],
    [undefined, '/nowhere/secret', {}, undefined],
  ];
  for (const [pattern, path, params] of targets)
    await traces.ofRequests(contextAt(`${path}?q=secret`, {}, { pattern, params }), async () => new Response());
  await traces.stop();
  const paths = collector.spans.splice(0).map(({ attributes }) => [attributes['http.route'], attributes['url.path']]);
  expect(paths).toEqual(targets.map(([pattern, , , path]) => [pattern, path]));
});

test('the spans of a request and of its store call have the code of the problem, and are errors from status 500 on', async () => {
  const reports: string[] = [];
  const traces = startTraces({ endpoint: collector.url.replace(/\/$/, ''), service: 'rockola', share: 1 }, (message) =>
    reports.push(message),
  );
  const failing = (code: ProblemCode) => () => Promise.reject(code === 'internal' ? new Error('a defect') : new Problem(code, 'x'));
  const store = (code: ProblemCode | undefined) => {
    const answer = code ? failing(code) : async () => undefined;
    return traces.ofStore({ read: answer, readSlow: answer, write: answer } as unknown as Store);
  };
  const asks: Record<string, (store: Store) => unknown> = {
    'store.read': (store) => store.read(function aRead() {}, null),
    'store.readSlow': (store) => store.readSlow({ name: 'aRead' } as never, null, {} as never),
    'store.write': (store) => store.write({ name: 'aRead' } as never, {} as never, null),
  };
  const codes = [undefined, ...problemCodes];
  for (const code of codes) {
    for (const [name, ask] of Object.entries(asks)) {
      const ctx = contextAt(`/${code}/${name}`);
      await traces.ofRequests(ctx, async () => {
        await Promise.resolve(ask(store(code))).catch(() => {});
        ctx.problem = code;
        return new Response(null, { status: code ? problemTypes[code].status : 200 });
      });
    }
  }
  await traces.stop();
  // At its second start in a process the library reports that its logger is replaced.
  expect(reports.filter((report) => !report.includes('Current logger'))).toEqual([]);
  for (const code of codes) {
    const isError = code !== undefined && problemTypes[code].status >= 500;
    const expected = [code, isError ? 2 : 0, isError ? code : undefined];
    for (const name of Object.keys(asks)) {
      const request = collector.spans.find((span) => span.name === `GET /${code}/${name}`);
      const child = collector.spans.find(({ parentSpanId }) => parentSpanId === request?.spanId);
      for (const span of [request, child])
        expect([span?.attributes['rockola.problem'], span?.status, span?.attributes['error.type']]).toEqual(expected);
      expect([child?.name, child?.attributes['rockola.operation']]).toEqual([name, 'aRead']);
      expect(request?.attributes['http.response.status_code']).toBe(code ? problemTypes[code].status : 200);
    }
  }
});
