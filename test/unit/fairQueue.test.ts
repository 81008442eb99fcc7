import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createFairQueue } from '../../src/model/fairQueue.ts';

/** A queue with a clock of its own. `end` ends a turn and moves the clock by the time that the turn took. */
function testQueue(atOnce: number) {
  let time = 0;
  const queue = createFairQueue(atOnce, () => time);
  const begun: string[] = [];
  const running: { name: string; end: () => void }[] = [];
  const soon = () => Bun.sleep(0);

  /** Ends the turn that began first. */
  async function end(ms = 1): Promise<void> {
    await soon();
    time += ms;
    running.shift()?.end();
    await soon();
  }

  return {
    begun,
    queue,
    running,
    soon,
    ask(client: string[], name = client.join(' '), signal?: AbortSignal): Promise<void> {
      return queue.enter(client, signal).then((end) => {
        begun.push(name);
        running.push({ name, end });
      });
    },
    end,
    async finish() {
      for (await soon(); running.length > 0; ) await end();
    },
  };
}

test('the client that asks last waits for at most one turn of each other client, however many requests they have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }), async (others) => {
      const { ask, begun, finish } = testQueue(1);
      for (const [client, requests] of others.entries()) for (let i = 0; i < requests; i++) void ask([`other ${client}`]);
      void ask(['last']);
      await finish();
      expect(begun.indexOf('last')).toBeLessThanOrEqual(others.length);
    }),
    { numRuns: 20 },
  );
});

test('clients that always wait get equal time in the long run, however long each of their turns takes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 6 }), async (costs) => {
      const { ask, end, running } = testQueue(1);
      const timeUsed = costs.map(() => 0);
      for (const client of costs.keys()) for (let i = 0; i < 2; i++) void ask([String(client)]);
      for (let i = 0; i < 200; i++) {
        await Bun.sleep(0);
        const client = Number(running[0]?.name);
        void ask([String(client)]);
        timeUsed[client] = (timeUsed[client] ?? 0) + (costs[client] ?? 0);
        await end(costs[client]);
      }
      expect(Math.max(...timeUsed) - Math.min(...timeUsed)).toBeLessThanOrEqual(2 * Math.max(...costs));
    }),
    { numRuns: 10 },
  );
});

test('after a turn of an account with many requests, another network is next, then another account of its network', async () => {
  const { ask, begun, finish } = testQueue(1);
  for (let i = 0; i < 20; i++) void ask(['a', 'ana']);
  void ask(['a', 'luis']);
  void ask(['b', 'eva']);
  await finish();
  expect(begun).toHaveLength(22);
  expect(begun.slice(1, 3)).toEqual(['b eva', 'a luis']);
});

test('the requests of 99 accounts of one network delay another network by one turn', async () => {
  const { ask, begun, finish } = testQueue(1);
  for (let i = 0; i < 99; i++) void ask(['a', `ana${i}`]);
  void ask(['b', '']);
  await finish();
  expect([begun.length, begun.indexOf('b ')]).toEqual([100, 1]);
});

test('a client with a turn under way comes after clients without one', async () => {
  const { ask, begun, end } = testQueue(2);
  for (const client of ['x', 'a', 'a', 'b']) void ask([client]);
  await end(0);
  expect(begun).toEqual(['x', 'a', 'b']);
});

test('a client is forgotten when its last turn ends', async () => {
  const { ask, begun, end, running, soon } = testQueue(2);
  void ask(['a']);
  void ask(['x']);
  await end(1_000);
  for (const client of ['y', 'a', 'b']) void ask([client]);
  await soon();
  running.pop()?.end();
  await soon();
  expect(begun).toEqual(['a', 'x', 'y', 'a']);
});

test('a client that made no requests for a while has neither saved up turns nor lost any', async () => {
  const { ask, begun, end } = testQueue(1);
  for (let i = 0; i < 50; i++) void ask(['busy']);
  for (let i = 0; i < 20; i++) await end(5);
  for (let i = 0; i < 10; i++) void ask(['fresh']);
  for (let i = 0; i < 10; i++) await end(5);
  expect(begun.slice(21, 31).filter((name) => name === 'fresh')).toHaveLength(5);
});

test('in any sequence the allowed number runs, each client’s turns keep their order, and no request is lost', async () => {
  const step = fc.record({
    client: fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', '')),
    does: fc.constantFrom('enter', 'enter', 'enter', 'leave', 'end'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), async (steps, atOnce) => {
      const { ask, begun, end, finish, queue, running, soon } = testQueue(atOnce);
      const controllers = new Map<string, AbortController>();
      const left: string[] = [];
      let ended = 0;
      for (const [i, { client, does }] of steps.entries()) {
        const waiting = [...controllers.keys()].filter((name) => !begun.includes(name) && !left.includes(name));
        const name = `${client.join(' ')} ${String(i).padStart(3, '0')}`;
        if (does === 'enter') {
          const stop = new AbortController();
          controllers.set(name, stop);
          ask(client, name, stop.signal).catch((reason) => left.push(reason));
        } else if (does === 'end' && running.length > 0) {
          await end();
          ended++;
        } else if (does === 'leave' && waiting[0]) controllers.get(waiting[0])?.abort(waiting[0]);
        await soon();
        const present = controllers.size - left.length - ended;
        expect(queue.figures()).toEqual({ running: Math.min(atOnce, present), waiting: Math.max(0, present - atOnce) });
      }
      await finish();
      expect([...begun, ...left].sort()).toEqual([...controllers.keys()].sort());
      for (const names of Map.groupBy(begun, (name) => name.slice(0, -4)).values()) expect(names).toEqual([...names].sort());
      expect(queue.figures()).toEqual({ running: 0, waiting: 0 });
    }),
    { numRuns: 30 },
  );
});
