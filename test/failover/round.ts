import { until } from '../faults/until.ts';
import { count, type Ledger } from '../support/ledger/ledger.ts';
import { type Retried, retryUnknown } from '../support/ledger/retry.ts';
import { judge, type Verdict } from '../support/ledger/verdict.ts';
import { type Load, type Service, startWriters } from '../support/ledger/writers.ts';
import type { Cluster } from './cluster.ts';
import { type Failure, failOver } from './failures.ts';
import type { LeaderPort } from './leaderPort.ts';

/** The result of one round; the verdict may name writes of an earlier round. */
export type Round = Verdict & {
  label: string;
  failure: string;
  acks: number;
  unknown: number;
  /** How many of the unknown writes the store has. */
  unknownKept: number;
  /** Unknown creations that were repeated with their keys until they were answered. */
  retried: Retried;
  /** Writes that were not made, since the database was out of reach, and writes that were refused for another reason. */
  turnedAway: number;
  refused: number;
  /** Writes acked by a primary that could not reach its standby. */
  early: string[];
  /** From the kill until the port led to the promoted standby, in ms. */
  switched: number;
  /** From the kill to the first ack of a write sent after it, in ms. */
  gap: number;
  /** The longest wait for an answer that was no ack, counted from the kill, in ms. */
  slowest: number;
};

export type Stage = { cluster: Cluster; leader: LeaderPort; service: Service };

const writers = 16;
/** The number of writes that are acked before a primary is lost, at least. */
export const minAcks = 100;
/** How long the standby is stopped before the kill, in ms. */
const randomPause = () => 200 + Math.random() * 300;

/** Loses the primary once under load, and compares the answers that writers got, in this round and in `past` ones, with the store. */
export async function runRound(stage: Stage, failure: Failure, label: string, past: Ledger): Promise<Round> {
  const { cluster, leader, service } = stage;
  const load = startWriters(service, writers, label);
  await Bun.sleep(1_000 + Math.random() * 1_000);
  await until(() => count(load.ledger, 'acked') >= minAcks, 'too few writes were acked');
  const undo = (await failure.prepare?.(cluster)) ?? (() => {});
  const preparedAt = performance.now();
  if (failure.prepare) await Bun.sleep(randomPause());
  const ackedSince = () => load.ledger.some(({ outcome, sentAt }) => outcome === 'acked' && sentAt > preparedAt);
  // If commits do not wait for the standby, some must be acked without it.
  if (failure.prepare) await until(cluster.synchronous ? () => someWait(cluster) : ackedSince, 'no commit was made after the pause began');
  const { killedAt, switchedAt } = await failOver(failure, undo, cluster, leader);
  await untilWritable(service, load, killedAt);
  await Bun.sleep(300);
  const ledger = await load.stop();
  const measured = measure(ledger, preparedAt, killedAt);
  const retried = await retryUnknown(service, ledger);
  const verdict = await judge([...past, ...ledger], cluster.standby.query);
  await cluster.replacePrimary();
  past.push(...ledger);
  const unknownKept = ledger.filter((attempt) => verdict.kept.has(attempt)).length + retried.replayed;
  return { label, failure: failure.name, ...verdict, unknownKept, retried, switched: switchedAt - killedAt, ...measured };
}

/** Whether commits wait for the standby. */
async function someWait({ primary }: Cluster): Promise<boolean> {
  return (await primary.query(`select 1 from pg_stat_activity where wait_event = 'SyncRep'`)).length > 0;
}

async function untilWritable(service: Service, { ledger }: Load, killedAt: number): Promise<void> {
  const acked = () => ledger.some(({ outcome, sentAt }) => outcome === 'acked' && sentAt > killedAt);
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 200 && acked(), 'the service did not come back', 60_000);
}

function measure(ledger: Ledger, preparedAt: number, killedAt: number) {
  const acked = ledger.filter(({ outcome }) => outcome === 'acked');
  const during = ledger.filter(({ outcome, endedAt }) => endedAt > killedAt && (outcome === 'turnedAway' || outcome === 'unknown'));
  return {
    acks: acked.length,
    unknown: count(ledger, 'unknown'),
    turnedAway: count(ledger, 'turnedAway'),
    refused: count(ledger, 'refused'),
    early: acked.filter(({ sentAt, endedAt }) => sentAt > preparedAt && endedAt < killedAt).map(({ description }) => description),
    gap: Math.min(...acked.filter(({ sentAt }) => sentAt > killedAt).map(({ endedAt }) => endedAt)) - killedAt,
    slowest: Math.max(0, ...during.map(({ sentAt, endedAt }) => endedAt - Math.max(sentAt, killedAt))),
  };
}
