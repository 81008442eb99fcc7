import { afterAll, expect, test } from 'bun:test';
import { undoAll } from './leftovers.ts';
import { faultsOf, proveFailover, proveSight } from './proof.ts';
import { minAcks, type Round } from './round.ts';

afterAll(undoAll);

/** The number of rounds. The second round kills the primary while commits wait for the standby. */
const rounds = Number(process.env.FAILOVER_ROUNDS ?? 3);
const controlRounds = Math.ceil(rounds / 10);
/** The time limit of a round, in ms. */
const perRound = 100_000;

function print({ label, failure, acks, unknown, unknownKept, retried, turnedAway, switched, gap, slowest }: Round): void {
  const times = { switched, gap, slowest };
  console.log(label, failure, { acks, unknown, unknownKept, ...retried, turnedAway }, 'ms:', times);
}

test(
  'after the loss of the primary, every acknowledged write is stored exactly once and no answer was wrong',
  async () => {
    const proof = await proveFailover(rounds);
    for (const round of proof.rounds) print(round);
    expect([faultsOf(proof.rounds), proof.check]).toEqual([[], []]);
    for (const { acks, turnedAway, unknown, gap } of proof.rounds) {
      expect(acks).toBeGreaterThan(minAcks);
      expect(turnedAway + unknown).toBeGreaterThan(0);
      expect(gap).toBeLessThan(10_000);
    }
    expect(proof.rounds[1]?.unknown).toBeGreaterThan(0);
  },
  rounds * perRound,
);

test(
  'without synchronous replication, the same check finds acknowledged writes missing',
  async () => {
    for (const round of await proveSight(controlRounds)) {
      print(round);
      expect([round.early.length > 0, round.lost.length > 0]).toEqual([true, true]);
    }
  },
  controlRounds * perRound,
);
