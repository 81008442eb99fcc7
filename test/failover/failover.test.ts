import { afterAll, expect, test } from 'bun:test';
import { undoAll } from './leftovers.ts';
import { faultsOf, proveFailover, proveSight } from './proof.ts';
import { fewest } from './round.ts';

afterAll(undoAll);
const quietly = () => {};

test('what was acked survives the primary, nothing is there twice, and no answer was false', async () => {
  const { rounds, check } = await proveFailover(3, quietly);
  expect(faultsOf(rounds)).toEqual([]);
  expect(check).toEqual([]);
  for (const { acks, away, unknown, gap } of rounds) {
    expect(acks).toBeGreaterThan(fewest);
    expect(away + unknown).toBeGreaterThan(0);
    expect(gap).toBeLessThan(10_000);
  }
  // The second round kills the primary while commits wait for the standby.
  expect(rounds[1]?.unknown).toBeGreaterThan(0);
}, 300_000);

test('without synchronous replication, the same look finds acked writes missing', async () => {
  const [control] = await proveSight(1, quietly);
  expect(control?.early.length).toBeGreaterThan(0);
  expect(control?.lost.length).toBeGreaterThan(0);
}, 120_000);
