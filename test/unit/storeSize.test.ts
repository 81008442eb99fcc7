import { afterEach, expect, test } from 'bun:test';
import { system } from '../../src/model/actor.ts';
import { Problem } from '../../src/model/problem.ts';
import { limitSize } from '../../src/service/storeSize.ts';
import type { Store, Write } from '../../src/store/store.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const mebibyte = 1024 * 1024;
const limit = 16 * mebibyte;
const silent = { warn() {}, info() {}, error() {} };
const adding = { adds: true } as unknown as Write<string, void>;
const random = randomFrom(seed);

let limited: Awaited<ReturnType<typeof limitSize>> | undefined;
afterEach(() => limited?.stop());

/** A store that grows with each write by 1 to 24 times its input, after a random pause. */
async function storeOf(size: number) {
  let bytes = size;
  const store = {
    size: async () => bytes,
    async write(_: unknown, __: unknown, input: string) {
      await Bun.sleep(random.below(5));
      bytes += (1 + random.below(24)) * input.length;
    },
    figures: () => ({}),
  } as unknown as Store;
  limited = await limitSize(store, limit, silent);
  return { write: (length: number) => limited?.store.write(adding, system, 'x'.repeat(length)), size: () => bytes };
}

const isFull = (error: unknown) => error instanceof Problem && error.code === 'storage-full';

test('only as many concurrent writes pass as fit into the limit together, however long each is', async () => {
  for (let round = 0; round < 20; round++) {
    const left = 1 + random.below(5 * mebibyte);
    const { write, size } = await storeOf(limit - left);
    const lengths = Array.from({ length: 50 }, () => 1 + random.below(100_000));
    const results = await Promise.allSettled(lengths.map(write));
    const passed = results.filter(({ status }) => status === 'fulfilled').length;
    expect([seed, left, passed > 0, size() < limit + 24 * 100_000 + 1_024]).toEqual([seed, left, true, true]);
    expect(results.every((result) => result.status === 'fulfilled' || isFull(result.reason))).toBe(true);
    await limited?.stop();
  }
});

test('writes that come one after another pass until the limit is reached', async () => {
  const { write, size } = await storeOf(limit - mebibyte);
  let error: unknown;
  for (let i = 0; i < 2_000 && error === undefined; i++)
    error = await write(10_000)?.then(
      () => undefined,
      (thrown) => thrown,
    );
  expect([isFull(error), size() >= limit, size() < limit + 24 * 10_000]).toEqual([true, true, true]);
});
