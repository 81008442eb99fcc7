import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { apiRoutes } from '../../src/api/routes.ts';
import { isLong, repetitionsFor } from '../support/amount.ts';
import { engine } from '../support/databases.ts';
import type { OpenApi } from '../support/documented.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import { silentMailServer } from '../support/links.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';
import type { Case } from './cost/case.ts';
import { casesOf } from './cost/cases.ts';
import { faultsAt, faultsOf, outgrows } from './cost/judge.ts';
import { createMeter, type Meter } from './cost/meter.ts';

/** Cases that run before the measurement, so that the runtime compiles the code. */
const warmUp = 400;
const timeLimit = 300_000;
/** The share of an operation's cases that a run measures, but at least `minCases`. Each run draws other cases. */
const share = repetitionsFor('COST_SHARE', { short: 0.15, long: engine === 'sqlite' ? 1 : 0.3 });
const minCases = 5;
const random = randomFrom(seed);
/** The most faults that are reported for an operation, since each takes many measurements. */
const maxFaults = 5;

let rockola: Rockola;
let cases: Case[];
let meter: Meter;

/** Statuses of requests that never reach the store. They are measured on SQLite only. */
const unread = [400, 413, 414, 415, 431];
const concernsEngine = async ({ request }: Case) => engine === 'sqlite' || !unread.includes((await meter(request(500))).status);

async function start(entry?: string): Promise<{ service: Rockola; all: Case[]; meter: Meter }> {
  const service = await startRockola({ ...silentMailServer, ROCKOLA_PROXIES: '127.0.0.1,::1' }, { entry });
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi;
  const all = casesOf(document, service.adminKey);
  const meter = createMeter(service.process.pid, Number(new URL(service.url).port));
  for (let i = 0; i < warmUp; i++) await meter((all[(i * 37) % all.length] as Case).request(500));
  return { service, all, meter };
}

/** Only Linux shows the CPU time of a thread. */
describe.if(existsSync('/proc/self/schedstat'))('large requests', () => {
  beforeAll(async () => {
    ({ service: rockola, all: cases, meter } = await start());
  }, timeLimit);
  afterAll(() => rockola.stop());

  const operations = apiRoutes(8).map(({ operation }) => operation);

  test.each([...operations, 'forms'])(
    '%s: the cost stays in proportion to the size',
    async (operation) => {
      const all = cases.filter(
        (candidate) => candidate.operation === operation || (operation === 'forms' && /^the /.test(candidate.operation)),
      );
      expect(all.length).toBeGreaterThan(10);
      const count = Math.max(minCases, Math.round(share * all.length));
      const faults: string[] = [];
      for (const drawn of random.shuffled(all).slice(0, count)) {
        if (faults.length < maxFaults && (await concernsEngine(drawn))) faults.push(...(await faultsOf(drawn, meter)));
      }
      expect(faults).toEqual([]);
    },
    timeLimit,
  );

  test('the service works afterwards', async () => {
    expect((await rockola.call('GET', '/livez')).status).toBe(200);
    expect(rockola.output()).not.toMatch(/"level":"(error|fatal)"/);
  });
});

describe.if(existsSync('/proc/self/schedstat') && engine === 'sqlite' && isLong)('a service that reads texts in quadratic time', () => {
  test(
    'is detected in a text of a body, and not in white space around a body',
    async () => {
      const { service, all, meter } = await start(new URL('cost/quadraticMain.ts', import.meta.url).pathname);
      const find = (part: string) => all.find((candidate) => candidate.operation === 'createArtist' && candidate.part === part) as Case;
      const bad = await faultsOf(find('member name: letters'), meter);
      expect(bad).toEqual([expect.stringContaining('takes'), expect.stringContaining('grows')]);
      expect(await faultsOf(find('body: white space'), meter)).toEqual([]);
      await service.stop();
    },
    timeLimit,
  );
});

test('too much memory, a too large answer, too much time and too fast growth are found', () => {
  const good = { cpu: 10, memory: 2 ** 20, answer: 1_000, status: 400 };
  expect(faultsAt(good, 2 ** 20)).toEqual([]);
  expect(faultsAt({ ...good, memory: 2 ** 27 }, 2 ** 20)).toEqual([expect.stringContaining('MiB')]);
  expect(faultsAt({ ...good, answer: 2 ** 17 }, 2 ** 20)).toEqual([expect.stringContaining('KiB')]);
  expect(faultsAt(good, 1_000)).toEqual([expect.stringContaining('ms')]);
  expect([outgrows({ ...good, cpu: 40 }, good), outgrows({ ...good, cpu: 160 }, good)]).toEqual([false, true]);
});
