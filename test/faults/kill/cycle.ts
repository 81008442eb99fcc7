import type { Rockola } from '../../support/harness.ts';
import { count, type Ledger } from '../../support/ledger/ledger.ts';
import { type Retried, retryUnknown } from '../../support/ledger/retry.ts';
import { carriedOutTwice, disagreements, judge, newestArtist } from '../../support/ledger/verdict.ts';
import { startWriters } from '../../support/ledger/writers.ts';
import { until } from '../until.ts';
import { damageOf } from '../withService.ts';

/** The result of one kill. */
export type Cycle = {
  ledger: Ledger;
  lost: number;
  twice: number;
  /** Writes without an answer. */
  unknown: number;
  /** Those writes without an answer that the store had, or whose repetition was answered as already carried out. */
  kept: number;
  retried: Retried;
  /** From the start of the process until /readyz answered 200, in ms. */
  ready: number;
  broken: string[];
};

export const writers = 32;
/** The time of the kill after the first ack, in ms. */
export type Within = readonly [from: number, to: number];

/**
 * Kills the service while it writes, starts it again, repeats the creations that had a key and no answer, and checks all answers of this
 * cycle.
 *
 * @param within when it is killed
 * @param keys whether the repetitions have their keys too
 */
export async function killOnce(service: Rockola, label: string, [from, to]: Within, keys: boolean): Promise<Cycle> {
  const after = await newestArtist(service.sql);
  const load = startWriters(service, writers, label);
  await until(() => count(load.ledger, 'acked') > 0, 'no write was acked');
  await Bun.sleep(from + Math.random() * (to - from));
  await service.end('SIGKILL');
  const ledger = await load.stop();
  const ready = await timeToReady(service);
  const unknown = count(ledger, 'unknown');
  const retried = await retryUnknown(service, ledger, keys);
  const verdict = await judge(ledger, service.sql, after);
  const broken = [...disagreements(verdict), ...(await damageOf(service))].map((fault) => `${label}: ${fault}`);
  const { lost, twice, kept } = verdict;
  return {
    ledger,
    lost: lost.length,
    twice: twice.filter((fault) => fault.endsWith(carriedOutTwice)).length,
    unknown,
    kept: kept.size + retried.replayed,
    retried,
    ready,
    broken,
  };
}

async function timeToReady(service: Rockola): Promise<number> {
  const start = performance.now();
  await service.restart('SIGKILL');
  while (!(await fetch(`${service.url}/readyz`)).ok) await Bun.sleep(5);
  return performance.now() - start;
}
