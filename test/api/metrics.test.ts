import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { leftovers } from '../../src/store/housekeeping.ts';
import { until } from '../faults/until.ts';
import { engine } from '../support/databases.ts';
import { type Exposition, readExposition } from '../support/exposition.ts';
import { runToEnd, startRockola } from '../support/harness.ts';

async function scrape(): Promise<Exposition> {
  return readExposition(await (await fetch(address)).text());
}

const valueIn = ({ series }: Exposition, key: string) => series.get(key) ?? 0;
const rockola = await startRockola({ ROCKOLA_METRICS_PORT: '0' }, { costlyHashes: true });
const address = /Metrics\s+(\S+)/.exec(rockola.output())?.[1] ?? '';
// Housekeeping starts with the service, and makes at least one write for each kind of row that expires.
const countWrites = async () => valueIn(await scrape(), 'rockola_store_writes_total');
await until(async () => (await countWrites()) > leftovers.length, 'housekeeping has not begun');
// It has ended if the number of writes stays the same for three scrapes.
for (let last = -1, equalCounts = 0; equalCounts < 3; await Bun.sleep(300)) {
  const count = await countWrites();
  equalCounts = count === last ? equalCounts + 1 : 0;
  last = count;
}
afterAll(() => rockola.stop());
const requests = (method: string, route: string, status: string) =>
  `rockola_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
const problem = (code: string) => `rockola_http_problems_total{code="${code}"}`;

test('docs/operating.md describes exactly the metrics of the service', async () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const section = /^## Metrics\n(.*?)^##/ms.exec(page)?.[1] ?? '';
  const rows = section.split('\n').filter((row) => row.startsWith('| `'));
  const other = engine === 'sqlite' ? '(PostgreSQL)' : '(SQLite)';
  const documented = rows.filter((row) => !row.includes(other)).flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
  const { types } = await scrape();
  const known = new Set(documented.map(([, name]) => name as string));
  expect([...types.keys()].filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !types.has(name))).toEqual([]);
});

test('the counters of requests, problems, reads and writes grow with the requests', async () => {
  const began = performance.now();
  const before = await scrape();
  const key = rockola.adminKey;
  for (let i = 0; i < 7; i++) await rockola.call('GET', '/api/v1/artists/1001');
  for (let i = 0; i < 3; i++) await rockola.call('GET', '/api/v1/artists/999999');
  for (let i = 0; i < 2; i++) await rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, key });
  await rockola.call('POST', '/api/v1/artists', { body: { nmae: 'x' }, key });
  await rockola.call('POST', '/api/v1/artists', { body: { name: 'x' } });
  await rockola.call('PUT', '/api/v1/artists', { body: { name: 'x' } });
  await rockola.call('GET', '/nothing/here');
  const after = await scrape();
  const growth = (key: string) => valueIn(after, key) - valueIn(before, key);
  expect(growth(requests('GET', '/api/v1/artists/:artistId', '2xx'))).toBe(7);
  expect(growth(requests('GET', '/api/v1/artists/:artistId', '4xx'))).toBe(3);
  expect(growth(requests('POST', '/api/v1/artists', '2xx'))).toBe(2);
  expect(growth(requests('POST', '/api/v1/artists', '4xx'))).toBe(2);
  expect(growth(requests('PUT', '/api/v1/artists', '4xx'))).toBe(1);
  expect(growth(requests('GET', 'none', '4xx'))).toBe(1);
  for (const [code, times] of Object.entries({ 'not-found': 4, 'invalid-input': 1, unauthenticated: 1, 'method-not-allowed': 1 }))
    expect([code, growth(problem(code))]).toEqual([code, times]);
  expect(growth('rockola_store_writes_total')).toBe(2);
  expect(growth('rockola_store_commit_duration_seconds_count')).toBe(2);
  // The requests read ten artists and three keys. Duplicates of a new artist are looked up at most once per 150 ms: here once or twice.
  // Workers look for jobs of two kinds every 500 ms.
  const jobReads = 2 * Math.ceil((performance.now() - began) / 500 + 1);
  expect(growth('rockola_store_reads_total') - (10 + 3)).toBeWithin(1, 3 + jobReads);
});

test('each histogram of seconds counts its events, and its sum grows by less than the elapsed time', async () => {
  const { email } = await rockola.person();
  // Each change below is the only one in its commit.
  const events: Record<string, () => Promise<unknown>> = {
    'rockola_http_request_duration_seconds{method="GET",route="/api/v1/artists/:artistId",status="2xx"}': () =>
      rockola.call('GET', '/api/v1/artists/1001'),
    'rockola_search_duration_seconds{operation="search"}': () => rockola.call('GET', '/api/v1/search?q=sumo'),
    rockola_store_commit_duration_seconds: () => rockola.send('POST', '/artists', { name: 'x' }),
    rockola_password_hash_duration_seconds: () => rockola.call('POST', '/api/v1/user/login', { body: { email, password: 'wrong-one' } }),
  };
  const { types } = await scrape();
  const histograms = [...types].filter(([name, type]) => type === 'histogram' && name.endsWith('_seconds')).map(([name]) => name);
  expect(Object.keys(events).map((key) => key.replace(/\{.*/, ''))).toEqual(expect.arrayContaining(histograms));
  for (const [key, event] of Object.entries(events)) {
    const [count, sum] = ['_count', '_sum'].map((end) => key.replace(/(?=\{)|$/, end)) as [string, string];
    const before = await scrape();
    const start = performance.now();
    for (let i = 0; i < 3; i++) await event();
    const elapsed = (performance.now() - start) / 1000;
    const after = await scrape();
    const growth = (series: string) => valueIn(after, series) - valueIn(before, series);
    expect([key, growth(count), growth(sum) > 0, growth(sum) < elapsed]).toEqual([key, 3, true, true]);
  }
});

test('the size of the store is the size of its database, and an unset limit is infinite', async () => {
  const query =
    engine === 'sqlite'
      ? 'select (p.page_count - f.freelist_count) * s.page_size as bytes from pragma_page_count p, pragma_freelist_count f, pragma_page_size s'
      : 'select pg_database_size(current_database()) as bytes';
  const agrees = async () => {
    const shown = valueIn(await scrape(), 'rockola_store_size_bytes');
    const bytes = Number((await rockola.sql(query))[0]?.bytes);
    return Math.abs(shown - bytes) < 0.1 * bytes;
  };
  await until(agrees, 'the metric shows another size');
  expect(valueIn(await scrape(), 'rockola_store_limit_bytes')).toBe(Number.POSITIVE_INFINITY);
});

test('each kind of search is counted by its operation and its route', async () => {
  const before = await scrape();
  const targets = {
    search: 'search?q=soda',
    searchArtists: 'artists?q=soda',
    suggestArtists: 'artists/suggestions?q=so',
    findDuplicates: 'artists/duplicates?name=Soda',
  };
  for (const target of [...Object.values(targets), 'artists', 'search?q=']) await rockola.call('GET', `/api/v1/${target}`);
  const after = await scrape();
  const growth = (key: string) => valueIn(after, key) - valueIn(before, key);
  for (const operation of Object.keys(targets))
    expect([operation, growth(`rockola_search_duration_seconds_count{operation="${operation}"}`)]).toEqual([operation, 1]);
  expect(growth('rockola_search_refused_total')).toBe(0);
  for (const route of ['suggestions', 'duplicates']) expect(growth(requests('GET', `/api/v1/artists/${route}`, '2xx'))).toBe(1);
  expect(growth(requests('GET', '/api/v1/artists/:artistId', '2xx'))).toBe(0);
});

test('names that clients choose create no new time series', async () => {
  const methods = ['PROPFIND', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK', 'SEARCH', 'REPORT', 'PURGE', 'LINK'];
  const requestRandomNames = async (times: number) => {
    const word = () => Math.random().toString(36).slice(2);
    for (let i = 0; i < times; i++) {
      await fetch(`${rockola.url}/${word()}/${word()}`);
      await fetch(`${rockola.url}/api/v1/artists/${word()}?${word()}=${word()}`);
      await fetch(`${rockola.url}/problems/${word()}`);
      await fetch(`${rockola.url}/${word()}`, { method: methods[i % methods.length] as string });
    }
  };
  await requestRandomNames(1);
  const before = [...(await scrape()).series.keys()];
  await requestRandomNames(50);
  expect([...(await scrape()).series.keys()]).toEqual(before);
});

test('each parallel change is counted, changes share commits, and none is left waiting', async () => {
  const before = await scrape();
  // On PostgreSQL each change waits for one of ten connections, and would be refused after too long.
  const many = engine === 'sqlite' ? 200 : 60;
  const posts = Array.from({ length: many }, () => rockola.send('POST', '/artists', { name: 'x' }));
  await Promise.all(posts);
  const after = await scrape();
  const growth = (key: string) => valueIn(after, key) - valueIn(before, key);
  expect(growth('rockola_store_writes_total')).toBe(many);
  expect(growth('rockola_store_batch_writes_sum')).toBe(many);
  expect(growth('rockola_store_batch_writes_count')).toBe(growth('rockola_store_commit_duration_seconds_count'));
  expect(valueIn(after, 'rockola_store_up')).toBe(1);
  expect(valueIn(after, 'rockola_http_requests_under_way')).toBe(0);
  if (engine === 'sqlite') {
    expect(growth('rockola_store_batch_writes_count')).toBeLessThan(100);
    expect(valueIn(after, 'rockola_store_writes_waiting')).toBe(0);
    expect(valueIn(after, 'rockola_store_wal_bytes')).toBeGreaterThan(4096);
  } else {
    expect(valueIn(after, 'rockola_store_connections')).toBe(10);
    expect(valueIn(after, 'rockola_store_connections_awaited')).toBe(0);
  }
});

test('hashed, waiting and refused passwords are counted', async () => {
  const { email } = await rockola.person();
  const before = await scrape();
  const logins = Array.from({ length: 130 }, () => rockola.call('POST', '/api/v1/user/login', { body: { email, password: 'wrong-one' } }));
  let answered = false;
  void Promise.all(logins).then(() => (answered = true));
  const seen = { running: 0, waiting: 0, under_way: 0 };
  while (!answered && Object.values(seen).includes(0)) {
    const during = await scrape();
    seen.running ||= valueIn(during, 'rockola_passwords_running');
    seen.waiting ||= valueIn(during, 'rockola_passwords_waiting');
    seen.under_way ||= valueIn(during, 'rockola_http_requests_under_way');
  }
  expect(Object.values(seen)).not.toContain(0);
  const statuses = (await Promise.all(logins)).map(({ status }) => status);
  const after = await scrape();
  const growth = (key: string) => valueIn(after, key) - valueIn(before, key);
  expect(growth('rockola_password_hash_duration_seconds_count')).toBe(statuses.filter((status) => status === 401).length);
  expect(growth('rockola_passwords_refused_total')).toBe(statuses.filter((status) => status === 503).length);
  expect(growth(problem('unavailable'))).toBeGreaterThan(0);
  expect(valueIn(after, 'rockola_passwords_running')).toBe(0);
});

test('metrics are only on their own port, which serves nothing else', async () => {
  expect((await rockola.call('GET', '/metrics')).status).toBe(404);
  const { origin } = new URL(address);
  for (const path of ['/', '/api/v1/artists', '/livez']) expect((await fetch(origin + path)).status).toBe(404);
  expect((await fetch(address, { method: 'POST' })).status).toBe(404);
  expect((await fetch(address)).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('the service does not start if the port of metrics is in use, and the message names the setting', async () => {
  const { port } = new URL(address);
  const { code, err } = await runToEnd({ ...rockola.env, ...otherStore(), ROCKOLA_METRICS_PORT: port });
  expect([code, err.includes('ROCKOLA_METRICS_PORT')]).toEqual([1, true]);
});

/** The address of another store, since only one server may have a SQLite store open. */
function otherStore(): Record<string, string> {
  return engine === 'sqlite' ? { DATABASE_URL: `sqlite:${rockola.folder}/other.db` } : {};
}
