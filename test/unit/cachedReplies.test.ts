import { expect, test } from 'bun:test';
import { createCachedReplies } from '../../src/http/cachedReplies.ts';
import type { RequestContext } from '../../src/http/requestContext.ts';
import type { Reply } from '../../src/http/route.ts';
import type { Services } from '../../src/http/services.ts';

/** Cached replies over a store whose generation the test sets, and a count of the replies computed. */
function cached(engine: 'sqlite' | 'postgres' = 'sqlite') {
  let generation = '1';
  let computed = 0;
  const services = { store: { read: () => generation }, config: { database: { engine } } } as unknown as Services;
  const take = createCachedReplies(services);
  return {
    ask(address: string, body = address): Reply {
      const [path, query] = address.split('?');
      const ctx = { path, search: query ? `?${query}` : '', headers: new Headers() } as RequestContext;
      return take(ctx, () => {
        computed++;
        return { status: 200, body, headers: { ETag: `"${generation}"` } };
      }) as Reply;
    },
    change() {
      generation += '1';
    },
    computed: () => computed,
  };
}

test('an answer is cached from its second request on, until the store changes', () => {
  const { ask, change, computed } = cached();
  const answers = [ask('/a'), ask('/a'), ask('/a'), ask('/a')];
  expect([computed(), new Set(answers.map((answer) => JSON.stringify(answer))).size]).toEqual([2, 1]);
  change();
  expect([ask('/a'), computed()]).toEqual([{ status: 200, body: '/a', headers: { ETag: '"11"' } }, 3]);
  ask('/a');
  expect(computed()).toBe(3);
});

test('beyond 4 MiB the least recently used answers are dropped, and an answer requested only once is not cached', () => {
  const { ask, computed } = cached();
  const long = 'x'.repeat(2 ** 20 - 1_000);
  for (const address of ['/a', '/a', '/b', '/b', '/a']) ask(address, long);
  expect(computed()).toBe(4);
  for (const address of ['/c', '/c']) ask(address, long);
  expect(computed()).toBe(6);
  ask('/a', long);
  expect(computed()).toBe(6);
  ask('/b', long);
  expect(computed()).toBe(7);
  for (let i = 0; i < 3_000; i++) ask(`/once/${i}`);
  expect(computed()).toBe(3_007);
  ask('/b', long);
  expect(computed()).toBe(3_007);
});

test('an address of more than 500 characters is not cached', () => {
  const { ask, computed } = cached();
  for (let i = 0; i < 5; i++) ask(`/${'x'.repeat(500)}`);
  expect(computed()).toBe(5);
});

test('a page that a `next` link leads to is not cached', () => {
  const { ask, computed } = cached();
  for (let i = 0; i < 5; i++) ask('/a?limit=10&offset=10&after=10');
  expect(computed()).toBe(5);
  for (let i = 0; i < 5; i++) ask('/a?limit=10&offset=10');
  expect(computed()).toBe(7);
});

test('on PostgreSQL nothing is cached', () => {
  const { ask, computed } = cached('postgres');
  for (let i = 0; i < 5; i++) ask('/a');
  expect(computed()).toBe(5);
});
