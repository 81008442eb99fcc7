import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createRoom } from '../../src/limits/room.ts';

const size = 1_000;
const steps = fc.array(
  fc.record({ client: fc.constantFrom('a', 'b', 'c', 'd'), bytes: fc.integer({ min: 0, max: size }), back: fc.nat(9) }),
);

test('nobody holds more than half of what stays free, what is given back is free again, and giving back twice counts once', () => {
  fc.assert(
    fc.property(steps, (steps) => {
      const room = createRoom(size);
      const held: { client: string; bytes: number; giveBack: () => void }[] = [];
      for (const { client, bytes, back } of steps) {
        const giveBack = room.take(client, bytes);
        if (giveBack) held.push({ client, bytes, giveBack });
        const own = held.filter((one) => one.client === client).reduce((sum, one) => sum + one.bytes, 0);
        const all = held.reduce((sum, one) => sum + one.bytes, 0);
        expect(room.taken()).toBe(all);
        if (giveBack) expect(own).toBeLessThanOrEqual((size - all) / 2);
        else expect(own + bytes).toBeGreaterThan((size - all - bytes) / 2);
        const [gone] = held.splice(back, 1);
        gone?.giveBack();
        gone?.giveBack();
      }
      for (const { giveBack } of held) giveBack();
      expect(room.taken()).toBe(0);
    }),
  );
});

const greedy = (room: ReturnType<typeof createRoom>, client: string) => {
  const held: (() => void)[] = [];
  for (let one = room.take(client, 1); one; one = room.take(client, 1)) held.push(one);
  return held;
};

test('the next client finds room, however greedy ten others were', () => {
  const room = createRoom(size);
  expect(greedy(room, 'client 0').length).toBe(size / 3 - 1 / 3);
  for (let i = 1; i < 10; i++) greedy(room, `client ${i}`);
  expect(room.take('another', size / 200)).toBeDefined();
});

test('those who give back and take all they can become equal', () => {
  const room = createRoom(size);
  const held = [0, 1, 2, 3].map((i) => greedy(room, `client ${i}`));
  for (let turn = 0; turn < 400; turn++) {
    const i = turn % held.length;
    for (const giveBack of held[i] ?? []) giveBack();
    held[i] = greedy(room, `client ${i}`);
  }
  const shares = held.map(({ length }) => length);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(size / 50);
});
