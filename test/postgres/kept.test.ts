import { afterAll, describe, expect, test } from 'bun:test';
import { system } from '../../src/model/actor.ts';
import { Problem } from '../../src/model/problem.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { registerWrites } from '../../src/store/store.ts';
import { makeDatabase } from '../support/databases.ts';
import { each, times } from '../support/each.ts';

const database = await makeDatabase('');
const store = await openPostgres({
  url: database.settings.DATABASE_URL as string,
  poolSize: 8,
  readers: 1,
  create: true,
  report: () => {},
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const calls = 500;

/** The number of results of finished calls that are still in memory after a garbage collection. */
async function stillKept(call: () => Promise<object>): Promise<number> {
  const results = await each(times(calls), async () => new WeakRef(await call()));
  // A WeakRef keeps its target until the turn of the event loop is over.
  for (let round = 0; round < 3; round++) {
    await Bun.sleep(20);
    Bun.gc(true);
  }
  return results.filter((ref) => ref.deref()).length;
}

/** The collector treats every number that looks like an address as an address, so a few objects may seem alive. */
const byChance = calls / 20;
const rejecting = (makeError: () => Error) => async () => Promise.reject(makeError());
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => ({}),
    (error) => error as Error,
  );

const writes = registerWrites({
  ask: async (tx) => ({ row: await tx.get('select 1 as one') }),
  refuse: rejecting(() => new Problem('not-found', 'no')),
  fail: rejecting(() => new TypeError('a defect')),
});

const waysToEnd: [string, () => Promise<object>][] = [
  ['a read', async () => store.read(async (reader) => ({ row: await reader.get('select 1 as one') }), null)],
  ['a write', () => store.write(writes.ask, system, null)],
  ['a refused read', () => caught((async () => store.read(writes.refuse.run as never, null))())],
  ['a refused write', () => caught(store.write(writes.refuse, system, null))],
  ['a write with a defect', () => caught(store.write(writes.fail, system, null))],
];

describe.each(waysToEnd)('%s', (_, call) => {
  test('leaves no object in memory once the caller has dropped the result', async () => {
    expect(await stillKept(call)).toBeLessThan(byChance);
  });
});
