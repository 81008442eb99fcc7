import type { Rockola } from '../../harness.ts';
import { count, type Ledger } from '../../ledger/ledger.ts';
import { disagreements, judge } from '../../ledger/verdict.ts';
import { startWriters } from '../../ledger/writers.ts';
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
  const after = await newestArtist(service);
  const load = startWriters(service, writers, label);
  await firstAck(load.ledger);
  await Bun.sleep(killWithin[0] + Math.random() * (killWithin[1] - killWithin[0]));
  service.process.kill('SIGKILL');
  const ledger = await load.stop();
  await service.process.exited;
  const ready = await timeToReady(service);
  const verdict = await judge(ledger, service.sql, after);
  const late = ready > readyWithin ? [`ready after ${Math.round(ready)} ms only`] : [];
  const broken = [...disagreements(verdict), ...(await damageOf(service)), ...late].map((fault) => `${label}: ${fault}`);
  return { ledger, lost: verdict.lost.length, kept: verdict.kept.size, ready, broken };
}

async function newestArtist(service: Rockola): Promise<string> {
  const [row] = await service.sql(`select coalesce(max(id), 0) as newest from change where kind = 'artist'`);
  return String(row?.newest);
}

async function firstAck(ledger: Ledger): Promise<void> {
  for (const end = performance.now() + 10_000; count(ledger, 'acked') === 0; await Bun.sleep(1)) {
    if (performance.now() > end) throw new Error(`no write was acked within 10 s: ${JSON.stringify(ledger.at(-1))}`);
  }
}

async function timeToReady(service: Rockola): Promise<number> {
  const start = performance.now();
  await service.restart('SIGKILL');
  while (!(await fetch(`${service.url}/readyz`)).ok) await Bun.sleep(5);
  return performance.now() - start;
}
