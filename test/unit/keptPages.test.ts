import { expect, test } from 'bun:test';
import { keptPacked } from '../../src/http/compressed.ts';
import { createCachedPages, type Made } from '../../src/web/cachedPages.ts';

/** Kept pages, and how often one was made. */
function kept() {
  const pages = createCachedPages<string>();
  let made = 0;
  const make = (text: string) => async (): Promise<Made<string>> => {
    made++;
    return { page: { body: keptPacked(text), headers: {} } };
  };
  const take = async (key: string, generation: string, text: string) => textOf(await pages.take(key, generation, make(text)));
  return { pages, take, made: () => made };
}

const textOf = (made: Made<string>) => ('page' in made ? made.page.body.text() : made.answer);

test('a page is made once in a generation, however many ask for it at once', async () => {
  const { take, made } = kept();
  const all = await Promise.all(Array.from({ length: 20 }, () => take('a', '1', 'ñandú 🎸')));
  expect([new Set(all), made()]).toEqual([new Set(['ñandú 🎸']), 1]);
  expect([await take('a', '2', 'otra'), made()]).toEqual(['otra', 2]);
});

test('a page that was begun before another generation is not given in that', async () => {
  const { pages, take } = kept();
  const { promise, resolve } = Promise.withResolvers<Made<string>>();
  const slow = pages.take('a', '1', () => promise);
  expect(await take('b', '2', 'b')).toBe('b');
  const next = take('a', '2', 'new');
  resolve({ page: { body: keptPacked('old'), headers: {} } });
  expect([textOf(await slow), await next, await take('a', '2', 'newer')]).toEqual(['old', 'new', 'new']);
});

test('a page that is ready only in another generation is not kept for that', async () => {
  const { pages, take } = kept();
  const { promise, resolve } = Promise.withResolvers<Made<string>>();
  const slow = pages.take('a', '1', () => promise);
  await take('b', '2', 'b');
  resolve({ page: { body: keptPacked('old'), headers: {} } });
  await slow;
  expect(await take('a', '2', 'new')).toBe('new');
});

test('what is only for who asked is given to nobody else, and a failure neither', async () => {
  const { pages, take } = kept();
  const answers = await Promise.all(['x', 'y'].map((answer) => pages.take('a', '1', async () => ({ answer }))));
  expect(answers.map(textOf)).toEqual(['x', 'y']);
  const broken = pages.take('b', '1', () => Promise.reject(new Error('broken')));
  const [failed, other] = await Promise.allSettled([broken, take('b', '1', 'whole')]);
  expect([failed.status, other]).toEqual(['rejected', { status: 'fulfilled', value: 'whole' }]);
});

test('the pages that nobody asked for longest go when there are too many bytes', async () => {
  const pages = createCachedPages<string>();
  const made: string[] = [];
  const take = (key: string) =>
    pages.take(key, '1', async () => {
      made.push(key);
      return { page: { body: { ...keptPacked(key), bytes: 100_000 }, headers: {} } };
    });
  for (let i = 0; i < 400; i++) for (const key of [String(i), 'used']) await take(key);
  expect(made.length).toBe(401);
  for (const key of ['399', '0']) await take(key);
  expect(made.slice(401)).toEqual(['0']);
});
