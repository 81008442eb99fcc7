import { afterAll, describe, expect, test } from 'bun:test';
import { repetitionsFor } from '../support/amount.ts';
import { ask } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { quantile } from '../support/load/steady.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { outageLogLines } from './outageLogLines.ts';

const rounds = repetitionsFor('OUTAGE_ROUNDS', { short: 1, long: 3 });
const [pool, readers] = [5, 2];
const acknowledged = new Map<string, string>();
/** Names of artists whose creation was answered with "nothing was changed". */
const unchanged: string[] = [];

const server = await startPostgres();
const settings = {
  DATABASE_URL: server.url,
  ROCKOLA_POOL: `${pool}`,
  ROCKOLA_READERS: `${readers}`,
};
const rockola = await startRockola(settings, { expectErrors: outageLogLines });
afterAll(async () => {
  await rockola.stop();
  await server.stop();
});

let names = 0;
const headers = () => ({ 'Content-Type': 'application/json', 'X-API-Key': rockola.adminKey });

async function post(): Promise<{ status: number; ms: number; retryAfter: string | null }> {
  const start = performance.now();
  const name = `outage ${++names}`;
  const response = await fetch(`${rockola.url}/api/v1/artists`, { method: 'POST', headers: headers(), body: JSON.stringify({ name }) });
  const text = await response.text();
  if (text.includes('nothing was changed')) unchanged.push(name);
  if (response.status === 201) acknowledged.set(response.headers.get('location') as string, text);
  return { status: response.status, ms: performance.now() - start, retryAfter: response.headers.get('retry-after') };
}

async function expectUnchanged(): Promise<void> {
  const kept = await ask(server.url, `select name from artist where name in (${['', ...unchanged].map((name) => `'${name}'`).join()})`);
  expect(kept).toEqual([]);
}

async function until(path: string, status: number, within: number): Promise<number> {
  const start = performance.now();
  while ((await fetch(rockola.url + path)).status !== status) {
    if (performance.now() - start > within) throw new Error(`${path} is not ${status} after ${within} ms`);
    await Bun.sleep(50);
  }
  return performance.now() - start;
}

/** The database disappears under load, then comes back. */
async function outage(goAway: () => Promise<unknown>, comeBack: () => Promise<unknown>): Promise<void> {
  let loaded = true;
  const writer = async () => {
    while (loaded) await Bun.sleep((await post()).status === 201 ? 2 : 50);
  };
  const writers = Array.from({ length: 8 }, writer);
  try {
    await Bun.sleep(300);
    await expectOutage(goAway, comeBack);
  } finally {
    loaded = false;
  }
  await Promise.all(writers);
  expect((await post()).status).toBe(201);
}

async function expectOutage(goAway: () => Promise<unknown>, comeBack: () => Promise<unknown>): Promise<void> {
  await goAway();
  await until('/readyz', 503, 20_000);
  const waits: number[] = [];
  for (let i = 0; i < 5; i++) {
    const refused = await post();
    expect([refused.status, refused.retryAfter]).toEqual([503, '1']);
    waits.push(refused.ms);
    const read = await fetch(`${rockola.url}/api/v1/artists/1001`);
    expect(read.status).toBe(503);
    expect((await fetch(`${rockola.url}/livez`)).status).toBe(200);
  }
  // One answer may be late if other work keeps the cores busy.
  expect([quantile(waits, 0.5) < 1_000, Math.max(...waits) < 5_000]).toEqual([true, true]);
  await comeBack();
  await until('/api/v1/artists/1001', 200, 30_000);
  await until('/readyz', 200, 30_000);
}

const faults: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
  ['killed', () => server.end('SIGKILL'), () => server.start()],
  ['stopped at once', () => server.end('SIGQUIT'), () => server.start()],
  ['frozen', async () => server.signal('SIGSTOP'), async () => server.signal('SIGCONT')],
];

describe.each(faults)('a database that is %s', (_, goAway, comeBack) => {
  test(`causes 503 within a second; the service recovers by itself, and nothing is lost (${rounds} ×)`, async () => {
    for (let round = 0; round < rounds; round++) await outage(goAway, comeBack);
    for (const [location, text] of acknowledged) expect(await (await fetch(rockola.url + location)).text()).toBe(text);
    await expectUnchanged();
    const open = async () =>
      (await ask(server.url, `select count(*) as n from pg_stat_activity where application_name = 'rockola'`))[0]?.n as number;
    // The connections of the pools, the probe and the sequencer. The server ends the earlier connections a moment later.
    for (const start = performance.now(); (await open()) > pool + readers + 2 && performance.now() - start < 20_000; ) await Bun.sleep(100);
    expect(await open()).toBeLessThanOrEqual(pool + readers + 2);
  });
});

test('a backend that is terminated during its work fails only its own request', async () => {
  for (let i = 0; i < 20; i++) {
    const posts = Promise.all(Array.from({ length: 20 }, post));
    await ask(
      server.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rockola' and state <> 'idle' limit 1`,
    );
    for (const { status } of await posts) expect([201, 503]).toContain(status);
  }
  await until('/readyz', 200, 30_000);
  expect((await post()).status).toBe(201);
  await expectUnchanged();
});
