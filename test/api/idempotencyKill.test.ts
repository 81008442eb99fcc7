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
 * The test kills again until this many repeated requests had been stored before a kill, and at least one had not.
 */
const minReplayed = 3;

test('a POST that is repeated with its key after a kill makes exactly one record', async () => {
  const ledger: Ledger = [];
  const retries = { sent: 0, replayed: 0 };
  const bothOccurred = () => retries.replayed >= minReplayed && retries.sent > retries.replayed;
  for (let kill = 1; kill <= kills || (!bothOccurred() && kill < 25 * kills); kill++) {
    const load = startWriters(rockola, writers, `kill ${kill}`);
    await until(() => count(load.ledger, 'acked') > writers, 'nothing was acked');
    await Bun.sleep(Math.random() * 300);
    await rockola.end('SIGKILL');
    ledger.push(...(await load.stop()));
    await rockola.restart('SIGKILL');
    const { sent, replayed } = await retryUnknown(rockola, ledger);
    retries.sent += sent;
    retries.replayed += replayed;
  }
  expect(ledger.filter(({ keyed, outcome }) => keyed && outcome !== 'acked' && outcome !== 'turnedAway')).toEqual([]);
  expect(disagreements(await judge(ledger, rockola.sql))).toEqual([]);
  expect([retries, bothOccurred()]).toEqual([retries, true]);
});
