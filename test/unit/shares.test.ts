import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createShares } from '../../src/model/shares.ts';

const size = 1_000;
const half = (name: string) => ({ name, part: 1 / 2 });
const steps = fc.array(
  fc.record({ client: fc.constantFrom('a', 'b', 'c', 'd'), amount: fc.integer({ min: 0, max: size }), releasedIndex: fc.nat(9) }),
);

test('a client holds at most half as much as stays free; a part that is given back, even twice, is free again once', () => {
  fc.assert(
    fc.property(steps, (steps) => {
      const shares = createShares(size);
      const held: { client: string; amount: number; giveBack: () => void }[] = [];
      for (const { client, amount, releasedIndex } of steps) {
        const giveBack = shares.take(amount, half(client));
        if (giveBack) held.push({ client, amount, giveBack });
        const clientTotal = held.filter((part) => part.client === client).reduce((sum, { amount }) => sum + amount, 0);
        const all = held.reduce((sum, { amount }) => sum + amount, 0);
        if (giveBack) expect(clientTotal).toBeLessThanOrEqual(Math.max(1, (size - all) / 2));
        else expect(clientTotal + amount > Math.max(1, (size - all - amount) / 2) || amount > size - all).toBe(true);
        const [gone] = held.splice(releasedIndex, 1);
        gone?.giveBack();
        gone?.giveBack();
      }
      for (const { giveBack } of held) giveBack();
      expect(greedy(shares, 'a')).toHaveLength(Math.floor(size / 3));
    }),
  );
});

const greedy = (shares: ReturnType<typeof createShares>, client: string) => {
  const held: (() => void)[] = [];
  for (let giveBack = shares.take(1, half(client)); giveBack; giveBack = shares.take(1, half(client))) held.push(giveBack);
  return held;
};

test('the next client still gets a part, however much ten others took', () => {
  const shares = createShares(size);
  expect(greedy(shares, 'client 0').length).toBe(size / 3 - 1 / 3);
  for (let i = 1; i < 10; i++) greedy(shares, `client ${i}`);
  expect(shares.take(size / 200, half('another'))).toBeDefined();
});

test('clients that repeatedly release everything, and then take all they can, end up with equal shares', () => {
  const shares = createShares(size);
  const held = [0, 1, 2, 3].map((i) => greedy(shares, `client ${i}`));
  for (let turn = 0; turn < 400; turn++) {
    const i = turn % held.length;
    for (const giveBack of held[i] ?? []) giveBack();
    held[i] = greedy(shares, `client ${i}`);
  }
  const lengths = held.map(({ length }) => length);
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(size / 50);
});
