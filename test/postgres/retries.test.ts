import { afterAll, expect, test } from 'bun:test';
import pg from 'pg';
import { system } from '../../src/model/actor.ts';
import { Problem } from '../../src/model/problem.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { registerWrites, type Transaction } from '../../src/store/store.ts';
import { makeDatabase } from '../support/databases.ts';

/** A write operation whose input is the code to run in its transaction. */
const local = registerWrites({ run: (tx: Transaction, _actor, work: (tx: Transaction) => Promise<unknown>) => work(tx) });
const database = await makeDatabase('');
const url = database.settings.DATABASE_URL as string;
const store = await openPostgres({ url, poolSize: 4, readers: 1, create: true, report: (message) => console.error(message) });
await store.write(local.run, system, async (tx: Transaction) => tx.run(`insert into milestone (name, at) values ('one', 0), ('two', 0)`));
afterAll(async () => {
  await store.close();
  await database.drop();
});
const write = <T>(work: (tx: Transaction) => Promise<T>) => store.write(local.run, system, work) as Promise<T>;
const retries = () => store.figures().postgres?.retries ?? 0;
const failure = (code: string) => Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });
const outcome = (work: Promise<unknown>) =>
  work.then(
    (value) => value,
    (error) => (error instanceof Problem ? error.code : String(error.message)),
  );

/** Fails `times` times, then increments `at` and succeeds. @returns the result, and the numbers of runs, retries and counted writes */
async function failing(code: string, times: number): Promise<unknown[]> {
  const [before, writes] = [retries(), store.figures().writes];
  let begun = 0;
  const answer = await outcome(
    write(async (tx) => {
      await tx.run(`update milestone set at = at + 1 where name = 'one'`);
      if (++begun <= times) throw failure(code);
      return 'done';
    }),
  );
  return [answer, begun, retries() - before, store.figures().writes - writes];
}

test('a transaction that loses a race runs up to ten times, and each retry is counted', async () => {
  const at = async () => (await write(async (tx) => tx.get(`select at from milestone where name = 'one'`)))?.at as bigint;
  for (const code of ['40001', '40P01', '23505']) {
    const before = await at();
    expect([code, await failing(code, 0)]).toEqual([code, ['done', 1, 0, 1]]);
    expect([code, await failing(code, 1)]).toEqual([code, ['done', 2, 1, 1]]);
    expect([code, await failing(code, 9)]).toEqual([code, ['done', 10, 9, 1]]);
    expect([code, await failing(code, 10)]).toEqual([code, ['unavailable', 10, 9, 0]]);
    expect(await at()).toBe(before + 3n);
  }
});

test('other failures are not retried', async () => {
  for (const [code, answer] of [
    ['53100', 'storage-full'],
    ['57014', 'unavailable'],
    ['57P01', 'unavailable'],
    ['42P01', '42P01'],
  ] as const)
    expect([code, await failing(code, 1)]).toEqual([code, [answer, 1, 0, 0]]);
});

test('two writes that deadlock both succeed, and each failed try is counted', async () => {
  const before = retries();
  let begun = 0;
  const locked = { one: Promise.withResolvers<void>(), two: Promise.withResolvers<void>() };
  const lock = (tx: Transaction, name: string) => tx.get(`select name from milestone where name = $1 for update`, name);
  const locking = (name: 'one' | 'two', other: 'one' | 'two') =>
    write(async (tx) => {
      begun++;
      await lock(tx, name);
      locked[name].resolve();
      await locked[other].promise;
      await lock(tx, other);
      return name;
    });
  expect(await Promise.all([locking('one', 'two'), locking('two', 'one')])).toEqual(['one', 'two']);
  expect(begun).toBeGreaterThan(2);
  expect(retries() - before).toBe(begun - 2);
});
