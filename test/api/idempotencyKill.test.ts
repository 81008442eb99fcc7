import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';
import { count, type Ledger } from '../support/ledger/ledger.ts';
import { retryUnknown } from '../support/ledger/retry.ts';
import { disagreements, judge } from '../support/ledger/verdict.ts';
import { startWriters } from '../support/ledger/writers.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const kills = 4;
const writers = 24;

/**
 * Continues until enough creations turned out to have been carried out before the kill, and one not, so that luck does not count as proof.
 */
const enough = 3;

test('a POST repeated with its key after kill -9 makes exactly one record', async () => {
  const ledger: Ledger = [];
  const told = { sent: 0, replayed: 0 };
  const proves = () => told.replayed >= enough && told.sent > told.replayed;
  for (let kill = 1; kill <= kills || (!proves() && kill < 5 * kills); kill++) {
    const load = startWriters(rockola, writers, `kill ${kill}`);
    await until(() => count(load.ledger, 'acked') > writers, 'nothing was acked');
    await Bun.sleep(Math.random() * 300);
    await rockola.end('SIGKILL');
    ledger.push(...(await load.stop()));
    await rockola.restart('SIGKILL');
    const { sent, replayed } = await retryUnknown(rockola, ledger);
    told.sent += sent;
    told.replayed += replayed;
  }
  expect(ledger.filter(({ keyed, outcome }) => keyed && outcome !== 'acked')).toEqual([]);
  expect(disagreements(await judge(ledger, rockola.sql))).toEqual([]);
  expect([told, proves()]).toEqual([told, true]);
}, 300_000);
