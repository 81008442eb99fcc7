import { until } from '../faults/until.ts';
import { signal } from '../support/processes.ts';
import type { Cluster } from './cluster.ts';
import type { LeaderPort } from './leaderPort.ts';
import type { PgServer } from './pgServer.ts';

/** A way to lose the primary. */
export type Failure = {
  name: string;
  /** Prepares the kill some time before it, such as by stopping the standby. The step is undone after the kill. */
  prepare?(cluster: Cluster): Promise<Undo>;
  /** The primary's machine vanishes from the network: its connections stay open and silent. */
  silent?: boolean;
  /** The standby is promoted before its receiver continues, so that data in the receiver's socket buffer are lost. */
  promotedFirst?: boolean;
};

type Undo = () => void;

/** How long connections to a vanished primary stay silent until the load balancer cuts them, in ms. */
const silence = 1_500;

const killed: Failure = { name: 'killed' };
const receiverStopped: Failure = { name: 'receiver stopped, then killed', prepare: stopReceiver };
export const receiverEmptied: Failure = {
  name: 'receiver stopped, then killed, its buffer lost',
  prepare: stopReceiver,
  promotedFirst: true,
};
const standbyStopped: Failure = { name: 'standby stopped, then killed', prepare: stopStandby };
const vanished: Failure = { name: 'killed, connections silent', silent: true };

/** The rounds take these in turn. */
export const failures = [killed, receiverStopped, vanished, standbyStopped, killed, receiverEmptied];

async function stopReceiver({ standby }: Cluster): Promise<Undo> {
  const [receiver] = await standby.query('select pid from pg_stat_wal_receiver');
  return stop([receiver.pid]);
}

async function stopStandby({ standby }: Cluster): Promise<Undo> {
  return stop(standby.pids());
}

function stop(pids: number[]): Undo {
  signal(pids, 'SIGSTOP');
  return () => signal(pids, 'SIGCONT');
}

/** Kills the primary, promotes the standby and points the port to it. @returns the times of the kill and of the switch */
export async function failOver(failure: Failure, undo: Undo, cluster: Cluster, leader: LeaderPort) {
  if (failure.silent) leader.freeze();
  const killedAt = performance.now();
  await cluster.primary.kill();
  if (failure.silent) await Bun.sleep(silence);
  leader.pointTo(undefined);
  if (failure.promotedFirst) {
    await cluster.standby.query('select pg_promote(false)');
    await untilStreamingEnds(cluster.standby);
  }
  undo();
  await promote(cluster);
  leader.pointTo(cluster.standby.port);
  return { killedAt, switchedAt: performance.now() };
}

/** Without this wait, the standby would apply the data in its buffer, and nothing would be lost. */
async function untilStreamingEnds(standby: PgServer): Promise<void> {
  const receiving = async () => (await standby.query('select status from pg_stat_wal_receiver'))[0]?.status === 'streaming';
  await until(async () => !(await receiving()), 'the receiver was not told to end');
}

async function promote({ standby }: Cluster): Promise<void> {
  for (let patience = 200; patience > 0; patience--) {
    const [{ waiting }] = await standby.query('select pg_is_in_recovery() as waiting');
    if (!waiting) return;
    await standby.query('select pg_promote(true, 10) where pg_is_in_recovery()');
  }
  throw new Error(`${standby.name} was not promoted`);
}
