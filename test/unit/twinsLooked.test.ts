import { expect, spyOn, test } from 'bun:test';
import { unavailable } from '../../src/model/problem.ts';
import { reads } from '../../src/operations/reads.ts';
import { findTwins } from '../../src/operations/search/twins.ts';
import type { Store } from '../../src/store/store.ts';
import { newArtist } from '../support/newArtist.ts';

const caller = () => ({ account: null, network: '' }) as never;

test('an artist that is added is not refused because nobody can look for its twins', async () => {
  const refuse = () => Promise.reject(unavailable('The database is busy; nothing was changed.'));
  const store = { read: refuse, readSlow: refuse } as unknown as Store;
  const added = { id: 1n, ...newArtist({ name: 'Almendra' }) };
  for (let n = 0; n < 2; n++) expect(await findTwins(store, reads.findDuplicates, added, caller)).toEqual([]);
});

test.each([
  ['on the thread of all others', 0],
  ['by a connection of theirs', 3],
] as const)('names that are the same are looked for %s for a small part of its time', async (_, turns) => {
  let now = 1_000;
  const clock = spyOn(performance, 'now').mockImplementation(() => now);
  let looks = 0;
  const read = async () => {
    looks++;
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    now += 1;
    return [];
  };
  const store = { read, readSlow: () => Promise.reject(unavailable('The database is busy; nothing was changed.')) } as unknown as Store;
  const added = { id: 1n, ...newArtist({ name: 'Almendra' }) };
  for (let n = 0; n < 200; n++) await findTwins(store, reads.findDuplicates, added, caller);
  expect(looks).toBe(200);
  for (let n = 0; n < 10_000; n++) await findTwins(store, reads.findDuplicates, added, caller);
  expect(looks).toBeWithin(250, 265);
  clock.mockRestore();
});

test('after many looks that wait long at once, names are looked for again soon', async () => {
  let now = 1_000;
  const clock = spyOn(performance, 'now').mockImplementation(() => now);
  let looks = 0;
  let { promise, resolve } = Promise.withResolvers<bigint[]>();
  const read = () => {
    looks++;
    return promise;
  };
  const store = { read, readSlow: () => Promise.reject(unavailable('The database is busy; nothing was changed.')) } as unknown as Store;
  const added = { id: 1n, ...newArtist({ name: 'Almendra' }) };
  const crowd = Promise.all(Array.from({ length: 100 }, () => findTwins(store, reads.findDuplicates, added, caller)));
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  now += 10_000;
  resolve([]);
  await crowd;
  expect(looks).toBe(100);
  ({ promise, resolve } = Promise.withResolvers<bigint[]>());
  resolve([]);
  await findTwins(store, reads.findDuplicates, added, caller);
  expect(looks).toBe(100);
  now += 20_000;
  await findTwins(store, reads.findDuplicates, added, caller);
  expect(looks).toBe(101);
  clock.mockRestore();
});

test('a few artists are all looked for, of many most by the same name only', async () => {
  let now = 1_000;
  const clock = spyOn(performance, 'now').mockImplementation(() => now);
  let looks = 0;
  const readSlow = async () => {
    looks++;
    now += 5;
    return [];
  };
  const store = { read: async () => [], readSlow } as unknown as Store;
  const add = async (many: number) => {
    const before = looks;
    const added = { id: 1n, ...newArtist({ name: 'Almendra' }) };
    for (let n = 0; n < many; n++) await findTwins(store, reads.findDuplicates, added, caller);
    return looks - before;
  };
  expect(await add(40)).toBe(40);
  expect(await add(1_000)).toBeWithin(1, 180);
  now += 10_000;
  expect(await add(15)).toBe(15);
  clock.mockRestore();
});

test('five others are named, where as many have the same name', async () => {
  const ids = [1n, 2n, 3n, 4n, 5n, 6n, 7n];
  const read = async (_: unknown, { most }: { most: number }) => ids.slice(0, most);
  const readSlow = () => Promise.reject(unavailable('The database is busy; nothing was changed.'));
  const store = { read, readSlow } as unknown as Store;
  const added = { id: 3n, ...newArtist({ name: 'Almendra' }) };
  expect(await findTwins(store, reads.findDuplicates, added, caller)).toEqual([1n, 2n, 4n, 5n, 6n]);
});
