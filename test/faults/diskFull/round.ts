import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Rockola } from '../../support/harness.ts';
import type { Attempt, Ledger } from '../../support/ledger/ledger.ts';
import { disagreements, judge, newestArtist } from '../../support/ledger/verdict.ts';
import { startWriters } from '../../support/ledger/writers.ts';
import { faultsOfReading, startReaders } from '../readers.ts';
import { until } from '../until.ts';
import { damageOf } from '../withService.ts';
import type { SmallDisk } from './smallDisk.ts';

/** The result of one filling of the disk. */
export type Round = {
  ledger: Ledger;
  lost: number;
  /** Writes answered 507 or 503. */
  turnedAway: number;
  /** The number of reads by the status of their answer. */
  statuses: Map<number, number>;
  /** From the moment when there was room until the first ack of a write sent after it, in ms. */
  back: number;
  broken: string[];
};

const writers = 16;
const backWithin = 5_000;

export function storeOn(disk: SmallDisk): string {
  return join(disk.folder, 'rockola.db');
}

/**
 * Fills the disk under a service with writers, keeps it full, makes room, and compares the answers with the store.
 *
 * @param withReader holds a snapshot of the store until there is room again, which prevents a checkpoint
 */
export async function fillAndFree(service: Rockola, disk: SmallDisk, label: string, withReader: boolean): Promise<Round> {
  const after = await newestArtist(service.sql);
  const load = startWriters(service, writers, label);
  const reading = startReaders(() => service.url, 4, ['/api/v1/artists?limit=1', '/livez', '/api/v1/artists?limit=50']);
  await Bun.sleep(200);
  const release = withReader ? holdSnapshot(storeOn(disk)) : () => {};
  await Bun.sleep(200);
  disk.fill();
  await until(() => turnedAway(load.ledger).length >= 20, 'the full disk turned no write away', 50_000);
  await Bun.sleep(100);
  release();
  disk.free();
  const back = await timeToAck(load.ledger, performance.now());
  const [ledger, statuses] = await Promise.all([load.stop(), reading.stop()]);
  const verdict = await judge(ledger, service.sql, after);
  const broken = [
    ...disagreements(verdict),
    ...faultsOfReading(statuses),
    ...ledger
      .filter(isOddlyAnswered)
      .map(({ status, errorBody, description }) => `${description}: answered ${status ?? 'not at all'} ${errorBody}`),
    ...(back > backWithin ? [`writing again only ${Math.round(back)} ms after there was room`] : []),
    ...(service.process.exitCode === null ? [] : ['the process ended']),
    ...(await damageOf(service)),
  ].map((fault) => `${label}: ${fault}`);
  return { ledger, lost: verdict.lost.length, turnedAway: turnedAway(ledger).length, statuses, back, broken };
}

/** Opens a transaction that reads, and keeps it open. @returns a function that ends it */
export function holdSnapshot(path: string): () => void {
  const database = new Database(path, { readonly: true });
  database.run('begin');
  database.query('select count(*) from artist').get();
  return () => database.close();
}

function turnedAway(ledger: Ledger): Ledger {
  return ledger.filter(({ status }) => status === 507 || status === 503);
}

/** No answer, or a 5xx that is not the problem document of a store that cannot write. */
function isOddlyAnswered({ status, errorBody }: Attempt): boolean {
  if (status === undefined || status < 500) return status === undefined;
  return !/"type":"[^"]*\/problems\/(storage-full|unavailable)"/.test(errorBody) || !errorBody.includes(`"status":${status}`);
}

async function timeToAck(ledger: Ledger, from: number): Promise<number> {
  const sentLater = ({ outcome, sentAt }: Attempt) => outcome === 'acked' && sentAt > from;
  await until(() => ledger.some(sentLater), 'no write was acked though there was room', 30_000);
  return Math.min(...ledger.filter(sentLater).map(({ endedAt }) => endedAt)) - from;
}
