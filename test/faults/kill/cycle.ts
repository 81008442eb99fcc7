import type { Rockola } from '../../support/harness.ts';
import { count, type Ledger } from '../../support/ledger/ledger.ts';
import { disagreements, judge, newestArtist } from '../../support/ledger/verdict.ts';
import { startWriters } from '../../support/ledger/writers.ts';
import { until } from '../until.ts';
import { damageOf } from '../withService.ts';

/** What one kill brought. */
export type Cycle = {
  ledger: Ledger;
  lost: number;
  /** Of unknown outcome, and found. */
  kept: number;
  /** From the start of the process until /readyz said yes, in ms. */
  ready: number;
  broken: string[];
};

export const writers = 32;
/** After the first ack, in ms. */
export const killWithin = [20, 800] as const;
const readyWithin = 2_000;

/** Kills the service while it writes, starts it again, and judges what the writers of this cycle were told. */
export async function killOnce(service: Rockola, label: string): Promise<Cycle> {
  const after = await newestArtist(service.sql);
  const load = startWriters(service, writers, label);
  await until(() => count(load.ledger, 'acked') > 0, 'no write was acked');
  await Bun.sleep(killWithin[0] + Math.random() * (killWithin[1] - killWithin[0]));
  await service.end('SIGKILL');
  const ledger = await load.stop();
  const ready = await timeToReady(service);
  const verdict = await judge(ledger, service.sql, after);
  const late = ready > readyWithin ? [`ready after ${Math.round(ready)} ms only`] : [];
  const broken = [...disagreements(verdict), ...(await damageOf(service)), ...late].map((fault) => `${label}: ${fault}`);
  return { ledger, lost: verdict.lost.length, kept: verdict.kept.size, ready, broken };
}

async function timeToReady(service: Rockola): Promise<number> {
  const start = performance.now();
  await service.restart('SIGKILL');
  while (!(await fetch(`${service.url}/readyz`)).ok) await Bun.sleep(5);
  return performance.now() - start;
}
