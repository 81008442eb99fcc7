import { expect, test } from 'bun:test';
import { type AnswerCache, createAnswerCache } from '../../src/http/answerCache.ts';
import type { Store } from '../../src/store/store.ts';

/** `bytes`: the size of the answer in the cache. An answer without it is never shared. */
type Text = { text: string; bytes?: number };

/** A cache over a store whose generation the test sets, and a count of the computed answers. */
function cached(maxBytes = 1_000) {
  let generation = '1';
  let computed = 0;
  const store = { read: () => generation } as unknown as Store;
  const cache: AnswerCache<Text> = createAnswerCache(store, maxBytes, ({ bytes }) => bytes);
  return {
    cache,
    take: async (key: string, text = key, bytes = 1) => {
      const answer = await cache.take(key, async () => {
        computed++;
        return { text, bytes };
      });
      return answer.text;
    },
    setGeneration(next: string) {
      generation = next;
    },
    computed: () => computed,
  };
}

test('concurrent requests share one computation, a later one is cached, and each new generation computes once', async () => {
  const { take, setGeneration, computed } = cached();
  const all = await Promise.all(Array.from({ length: 20 }, () => take('a', 'ñandú 🎸')));
  expect([new Set(all), computed()]).toEqual([new Set(['ñandú 🎸']), 1]);
  for (let i = 0; i < 3; i++) await take('a', 'ñandú 🎸');
  expect(computed()).toBe(2);
  setGeneration('2');
  for (let i = 0; i < 3; i++) expect([await take('a', 'otra'), computed()]).toEqual(['otra', 3]);
});

test('an answer computed for an older generation is neither sent nor cached in the new one', async () => {
  const { cache, take, setGeneration } = cached();
  await take('a');
  // The first request of the new generation is for another answer, or for the same one.
  for (const nextKey of ['b', 'a']) {
    setGeneration(`before ${nextKey}`);
    const { promise, resolve } = Promise.withResolvers<Text>();
    const slow = cache.take('a', () => promise);
    setGeneration(`with ${nextKey}`);
    const next = take(nextKey, 'new');
    resolve({ text: 'old', bytes: 1 });
    expect([(await slow).text, await next, await take(nextKey, 'new')]).toEqual(['old', 'new', 'new']);
    expect(await take('a', 'new')).toBe('new');
  }
});

test('an answer without bytes, or a failure, is shared with no other request', async () => {
  const { cache, take } = cached();
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(['x', 'y'].map((text) => cache.take('a', async () => ({ text }))));
    expect(answers).toEqual([{ text: 'x' }, { text: 'y' }]);
  }
  const broken = Promise.resolve(cache.take('b', () => Promise.reject(new Error('broken'))));
  const [failed, other] = await Promise.allSettled([broken, take('b', 'whole')]);
  expect([failed.status, other]).toEqual(['rejected', { status: 'fulfilled', value: 'whole' }]);
});

test('beyond the byte limit the least recently used answers are dropped', async () => {
  const { take, computed } = cached(1_000);
  for (let i = 0; i < 400; i++) for (const key of [String(i), 'used', String(i)]) await take(key, key, 10);
  const before = computed();
  // Each key is computed at its first two requests.
  expect(before).toBe(802);
  for (const key of ['399', 'used', '390']) await take(key, key, 10);
  expect(computed()).toBe(before);
  await take('0', '0', 10);
  expect(computed()).toBe(before + 1);
});
