import { afterAll, expect, test } from 'bun:test';
import pg from 'pg';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';
import { metric } from '../support/metric.ts';
import { untilWaiting } from '../support/postgres/waiting.ts';
import { signal, treeOf } from '../support/processes.ts';

const pool = 2;
const list = () => rockola.call('GET', '/api/v1/artists');
const ready = async () => (await fetch(`${rockola.url}/readyz`)).status;

const rockola = await startRockola({ ROCKOLA_POOL: String(pool), ROCKOLA_METRICS_PORT: '0' });
const blocker = new pg.Client(rockola.env.DATABASE_URL);
await blocker.connect();
afterAll(async () => {
  await blocker.end();
  await rockola.stop();
});

/** Makes every connection of the pool wait for a lock while `work` runs. @returns the answers to the waiting requests */
async function whileAllWait(work: () => Promise<void>): Promise<Awaited<ReturnType<typeof list>>[]> {
  await blocker.query('begin; lock table artist in access exclusive mode');
  const holders = Array.from({ length: pool }, list);
  let haveAll = false;
  try {
    await untilWaiting(rockola, pool);
    // The service itself may use one of the connections at this moment.
    haveAll = (await figure('connections_awaited')) === 0;
    if (haveAll) await work();
  } finally {
    await blocker.query('rollback');
  }
  const responses = await Promise.all(holders);
  return haveAll ? responses : whileAllWait(work);
}

const figure = (name: string) => metric(rockola, `rockola_store_${name}`);

test('a request that waits too long for a connection is answered with 503, and the node stays ready', async () => {
  const states: Promise<number>[] = [];
  const watching = setInterval(() => states.push(ready()), 100);
  const held = await whileAllWait(async () => {
    const start = performance.now();
    const body = { name: 'Turno' };
    const rest = [...Array.from({ length: 20 }, list), rockola.send('POST', '/artists', body)];
    for (const { status, headers, json } of await Promise.all(rest)) {
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      expect(json.detail).toMatch(/busy.*nothing was changed/);
    }
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(await figure('up')).toBe(1);
  }).finally(() => clearInterval(watching));
  expect([...new Set(await Promise.all(states))]).toEqual([200]);
  expect(held.map(({ status }) => status)).toEqual([200, 200]);
  expect((await Promise.all(Array.from({ length: 20 }, list))).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(rockola.output()).not.toContain('out of reach');
  await until(async () => (await figure('connections_idle')) === pool, 'connections are not idle again');
  // A readiness check takes a connection for a moment. So the idle connections are awaited, and the other metrics are read afterwards.
  expect([await figure('connections'), await figure('connections_awaited')]).toEqual([pool, 0]);
});

test('a request that waits for a connection while the node stands still keeps the rest of its two seconds', async () => {
  let rest: ReturnType<typeof list>[] = [];
  await whileAllWait(async () => {
    rest = Array.from({ length: 20 }, list);
    // The service itself may wait too.
    await until(async () => ((await figure('connections_awaited')) ?? 0) >= rest.length, 'not all requests wait');
    // The node looks ten times a second at what waits.
    await Bun.sleep(200);
    signal(treeOf(rockola.process.pid), 'SIGSTOP');
    await Bun.sleep(3_000);
    signal(treeOf(rockola.process.pid), 'SIGCONT');
    // It runs again, and its timers were looked at.
    await ready();
  });
  expect((await Promise.all(rest)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('a statement that the server cancels does not count as an outage', async () => {
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const held = await whileAllWait(async () => void (await rockola.sql(cancel)));
  for (const { status, json } of held) expect([status, json.detail]).toEqual([503, expect.stringMatching(/busy.*nothing was changed/)]);
  expect((await list()).status).toBe(200);
});
