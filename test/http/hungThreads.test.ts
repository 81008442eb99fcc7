import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import type { Variant } from '../support/variant.ts';

const hangingThreads: Variant = { altered: ['shortWaits'], http: new URL('../support/hangingHttp.ts', import.meta.url) };
const hangingWriter: Variant = { altered: ['shortWaits'], writer: new URL('../support/hangingWriter.ts', import.meta.url) };
const settings = { ROCKOLA_THREADS: '3', ROCKOLA_STARTER: 'off' };
/** Log lines are written a little later. */
const untilSaid = (rockola: Rockola, text: string) => until(() => rockola.output().includes(text), `the log does not say: ${text}`);
const readiness = async (url: string) => (await fetch(`${url}/readyz`)).status;

test.concurrent('a hanging thread delays neither the metrics nor the end of the service, and is logged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-hang-'));
  const mark = join(folder, 'mark');
  const rockola = await startRockola({ ...settings, ROCKOLA_METRICS_PORT: '0', TEST_MARK: mark }, { variant: hangingThreads });
  writeFileSync(mark, '');
  const metrics = /http:\/\/\S+\/metrics/.exec(rockola.output())?.[0] ?? '';
  const isLogged = async () => {
    const answer = await fetch(metrics);
    expect([answer.status, (await answer.text()).includes('rockola_store_writes_total')]).toEqual([200, true]);
    return rockola.output().includes('a thread that answers requests did not answer within 5 seconds');
  };
  await until(isLogged, 'the log does not mention the thread');
  await rockola.stop();
  expect(rockola.output()).toContain('did not end within 1 seconds');
  rmSync(folder, { recursive: true });
});

test.concurrent.each([
  ['fail', 'no thread can start', []],
  ['start', 'it did not start within 1 seconds', ['shortStart' as const]],
])('the welcome, the log and /readyz report threads that cannot start: %s', async (how, why, altered) => {
  const rockola = await startRockola(
    { ...settings, TEST_HANG: how },
    { variant: { ...hangingThreads, altered }, expectErrors: [/a thread that answers requests ended/] },
  );
  expect(rockola.output()).toMatch(/Listening {5}\S+ in 1 of 3 threads: the log tells why/);
  for (const text of ['a thread that answers requests ended (', why]) await untilSaid(rockola, text);
  expect(await readiness(rockola.url)).toBe(503);
  await rockola.stop();
});

test.concurrent('/readyz reports a hanging thread, but not one that is being replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-hang-'));
  const mark = join(folder, 'mark');
  const rockola = await startRockola(
    { ...settings, TEST_MARK: mark },
    { variant: hangingThreads, expectErrors: [/a thread that answers requests ended/] },
  );
  // A hanging thread does not answer. Like a load balancer, the test gives up and uses another connection for its next request.
  const status = (timeoutMs: number) =>
    fetch(`${rockola.url}/readyz`, { keepalive: false, signal: AbortSignal.timeout(timeoutMs) }).then(
      (answer) => answer.status,
      () => 0,
    );
  writeFileSync(`${mark}.end`, '');
  await untilSaid(rockola, 'a thread that answers requests ended');
  for (let i = 0; i < 20; i++) expect(await status(20_000)).toBe(200);
  rmSync(`${mark}.end`, { force: true });
  writeFileSync(mark, '');
  await until(async () => (await status(1_000)) === 503, 'the service says it is ready');
  await untilSaid(rockola, 'a thread that answers requests hangs');
  await rockola.stop();
  rmSync(folder, { recursive: true });
});

test.concurrent('/readyz is 200 while all threads run', async () => {
  const rockola = await startRockola(settings, { variant: { http: hangingThreads.http } });
  for (let i = 0; i < 20; i++) expect(await readiness(rockola.url)).toBe(200);
  await rockola.stop();
});

test.concurrent('a hanging writer does not delay the end of the service, and /readyz reports it', async () => {
  const rockola = await startRockola(settings, { variant: hangingWriter, expectErrors: [/did not stop in order/] });
  const ask = (comment: string) =>
    fetch(`${rockola.url}/api/v1/artists`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': rockola.adminKey, 'Change-Comment': `%"${comment}"` },
      body: JSON.stringify({ name: 'Pez' }),
    }).catch(() => undefined);
  expect((await ask('no'))?.status).toBe(201);
  const hanging = ask('hang');
  expect(await readiness(rockola.url)).toBe(200);
  await until(async () => (await readiness(rockola.url)) === 503, 'the service says it is ready');
  expect((await ask('no'))?.status).toBe(503);
  await rockola.stop().catch((error) => expect(String(error)).toContain('SIGTERM ended it with code 1'));
  await hanging;
});
