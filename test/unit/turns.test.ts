import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createTurns } from '../../src/model/turns.ts';

/** How many turns passed until a client that came last, with one request, had its turn. */
function turnsBefore(others: number[]): number {
  const turns = createTurns<string>(10_000, 10_000);
  for (const [client, requests] of others.entries()) for (let i = 0; i < requests; i++) turns.enter(`other ${client}`, `other ${client}`);
  turns.enter('last', 'last');
  for (let passed = 0; ; passed++) {
    const client = turns.next();
    if (client === 'last') return passed;
    turns.done(client as string, 1);
  }
}

test('the last to ask waits for one turn of each other client at most, however many requests they have', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 }), (others) => {
      expect(turnsBefore(others)).toBeLessThanOrEqual(others.length);
    }),
  );
});

test('clients that always wait get the same in the end, whatever a turn of each costs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 6 }), (costs) => {
      const turns = createTurns<number>(1_000, 1_000);
      const had = costs.map(() => 0);
      for (const client of costs.keys()) turns.enter(String(client), client);
      for (let i = 0; i < 2_000; i++) {
        const client = turns.next() as number;
        had[client] = (had[client] ?? 0) + (costs[client] ?? 0);
        turns.enter(String(client), client);
        turns.done(String(client), costs[client] ?? 0);
      }
      expect(Math.max(...had) - Math.min(...had)).toBeLessThanOrEqual(2 * Math.max(...costs));
    }),
  );
});

test('a client that has one under way goes after those that have none', () => {
  const turns = createTurns<string>(10, 10);
  turns.enter('a', 'a1');
  turns.enter('a', 'a2');
  turns.enter('b', 'b1');
  expect([turns.next(), turns.next(), turns.next(), turns.next()]).toEqual(['a1', 'b1', 'a2', undefined]);
});

test('who has something under way and nothing waiting is known to have it', () => {
  const turns = createTurns<string>(10, 10);
  turns.enter('a', 'a1');
  turns.next();
  turns.enter('a', 'a2');
  turns.enter('b', 'b1');
  expect([turns.next(), turns.next()]).toEqual(['b1', 'a2']);
});

test('what a client had is forgotten with its last turn', () => {
  const turns = createTurns<string>(10, 10);
  turns.enter('a', 'a1');
  turns.next();
  turns.done('a', 1_000);
  turns.enter('a', 'a2');
  turns.enter('b', 'b1');
  expect(turns.next()).toBe('a2');
});

test('nobody gathers turns by staying away, nor does coming back put anyone behind those who stayed', () => {
  const turns = createTurns<string>(100, 100);
  for (let i = 0; i < 50; i++) turns.enter('busy', 'busy');
  for (let i = 0; i < 20; i++) turns.done(turns.next() as string, 5);
  for (let i = 0; i < 10; i++) turns.enter('fresh', 'fresh');
  const next = Array.from({ length: 10 }, () => {
    const client = turns.next() as string;
    turns.done(client, 5);
    return client;
  });
  expect(next.filter((client) => client === 'fresh')).toHaveLength(5);
});

test('whatever comes and goes: no more than the places, no client more than its share, and nobody is forgotten', () => {
  const step = fc.record({
    client: fc.constantFrom('a', 'b', 'c'),
    does: fc.constantFrom('enter', 'enter', 'enter', 'leave', 'next', 'done'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const turns = createTurns<{ client: string }>(8, 3);
      const waiting: { client: string }[] = [];
      const underWay: { client: string }[] = [];
      for (const { client, does } of steps) {
        const own = waiting.filter((waiter) => waiter.client === client);
        const waiter = { client };
        if (does === 'enter') {
          expect(turns.enter(client, waiter)).toBe(waiting.length < 8 && own.length < 3);
          if (waiting.length < 8 && own.length < 3) waiting.push(waiter);
        } else if (does === 'leave' && own[0]) {
          turns.leave(client, own[0]);
          waiting.splice(waiting.indexOf(own[0]), 1);
        } else if (does === 'next') {
          const next = turns.next();
          expect(next !== undefined).toBe(waiting.length > 0);
          if (!next) continue;
          expect(waiting).toContain(next);
          waiting.splice(waiting.indexOf(next), 1);
          underWay.push(next);
        } else if (does === 'done') {
          const ended = underWay.shift();
          if (ended) turns.done(ended.client, 1);
        }
        expect(turns.waiting()).toBe(waiting.length);
      }
      const rest = waiting.map(() => turns.next());
      expect(new Set(rest)).toEqual(new Set(waiting));
      expect(turns.next()).toBeUndefined();
    }),
  );
});
