import { afterEach, expect, jest, test } from 'bun:test';
import { generation } from '../../src/model/search/generation.ts';
import { startHousekeeping } from '../../src/service/housekeeping.ts';
import { startIndexing } from '../../src/service/indexing.ts';
import type { Store } from '../../src/store/store.ts';

afterEach(() => jest.useRealTimers());

const minute = 60_000;
const settled = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

/** A store with an index of the given generation of rules, and a list of the writes that it received. */
function storeOf(rules: bigint, building = false) {
  const writes: string[] = [];
  const state = { complete: true, building: building ? { done: 1n, records: 2n } : undefined, rules };
  const write = async ({ name }: { name: string }, _actor: unknown, input: unknown) => {
    writes.push(name === 'renewIndex' ? `${name} ${JSON.stringify(input)}` : name);
    return { ...state, building: undefined };
  };
  return { writes, store: { read: async () => state, write } as unknown as Pick<Store, 'read' | 'write'> };
}
const log = { info() {}, error() {} } as never;

test.each<[what: string, atStart: boolean, later: boolean, rules: bigint]>([
  ['older rules', true, true, BigInt(generation) - 1n],
  ['the same rules', false, false, BigInt(generation)],
  ['newer rules', true, false, BigInt(generation) + 1n],
])('an index with %s is renewed at the start: %p; at the check a minute later: %p', async (_, atStart, later, rules) => {
  jest.useFakeTimers();
  const { writes, store } = storeOf(rules);
  const indexing = startIndexing(store, () => false, log);
  jest.advanceTimersByTime(0);
  await settled();
  expect(writes).toEqual(atStart ? ['renewIndex {"newer":true}'] : []);
  writes.length = 0;
  jest.advanceTimersByTime(minute - 1);
  await settled();
  expect(writes).toEqual([]);
  jest.advanceTimersByTime(1);
  await settled();
  expect(writes).toEqual(later ? ['renewIndex {"newer":false}'] : []);
  await indexing.stop();
});

test('the building of an index goes on at the start, unless the service is stopping', async () => {
  jest.useFakeTimers();
  for (const stopping of [false, true]) {
    const { writes, store } = storeOf(BigInt(generation), true);
    const indexing = startIndexing(store, () => stopping, log);
    jest.advanceTimersByTime(0);
    await settled();
    expect([stopping, writes]).toEqual([stopping, stopping ? [] : ['buildIndex']]);
    await indexing.stop();
  }
});

test('housekeeping runs at the start and once an hour; a failed round is reported and the next one still runs', async () => {
  jest.useFakeTimers();
  let rounds = 0;
  const errors: unknown[] = [];
  const store = {
    write: async ({ name }: { name: string }, _actor: unknown, step: unknown) => {
      if (name === 'tidyUp' && step === 'expired links' && ++rounds === 2) throw new Error('once');
      return false;
    },
  } as unknown as Pick<Store, 'write'>;
  const housekeeping = startHousekeeping(
    store,
    () => false,
    (error) => errors.push(error),
  );
  const seen: number[] = [];
  for (const pause of [0, 60 * minute - 1, 1, 60 * minute - 1, 1]) {
    jest.advanceTimersByTime(pause);
    await settled();
    seen.push(rounds);
  }
  expect([seen, errors.length]).toEqual([[1, 1, 2, 2, 3], 1]);
  await housekeeping.stop();
});
