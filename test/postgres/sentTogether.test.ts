import { afterAll, expect, test } from 'bun:test';
import { system } from '../../src/model/actor.ts';
import type { Awaitable } from '../../src/model/awaitable.ts';
import { createRecord } from '../../src/operations/record.ts';
import { artists } from '../../src/store/artist.ts';
import { createPool } from '../../src/store/postgres/connections.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { runTransaction } from '../../src/store/postgres/transaction.ts';
import type { Transaction } from '../../src/store/store.ts';
import { ask, makeDatabase } from '../support/databases.ts';
import { rejectionOf } from '../support/failure.ts';
import { newArtist } from '../support/newArtist.ts';

const database = await makeDatabase('');
const url = database.settings.DATABASE_URL as string;
await (await openPostgres({ url, poolSize: 1, readers: 1, create: true, report: () => {} })).close();
await ask(url, 'create table noted (id bigint primary key, half bigint)');
const pool = createPool(url, 1, { pipeline: true });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const note = (tx: Transaction, id: number) => tx.run('insert into noted (id) values ($1)', id);
/** A statement that fails in the server, and whose answer is not awaited. */
const breakIt = (tx: Transaction) => tx.run('insert into noted (id, half) values (1000, 1 / ($1::bigint))', 0);

/** Runs a transaction that adds an artist and then does `work`. @returns `kept`, or the message of the error */
function outcomeOf(work: (tx: Transaction) => Awaitable<unknown>): Promise<string> {
  const adding = async (tx: Transaction) => {
    await createRecord(tx, system, artists, { record: newArtist({ name: 'Roto' }), requireId: false });
    await work(tx);
  };
  return runTransaction(pool, adding, { undoable: true }).then(
    () => 'kept',
    (error) => error.message,
  );
}

async function rows(): Promise<number[]> {
  const [row] = await ask(url, 'select (select count(*)::int from artist) as artists, (select count(*)::int from noted) as notes');
  return [row?.artists as number, row?.notes as number];
}

test('a change whose last statement fails is rolled back, and reports that failure', async () => {
  expect(await outcomeOf(breakIt)).toBe('division by zero');
  expect(await rows()).toEqual([0, 0]);
});

test('statements after a failed one report the first failure', async () => {
  const undoAndNote = async (tx: Transaction) => {
    await tx.undo();
    await note(tx, 1);
  };
  for (const next of [(tx: Transaction) => tx.get('select 1 as one'), (tx: Transaction) => note(tx, 1), undoAndNote]) {
    const work = async (tx: Transaction) => {
      await breakIt(tx);
      await next(tx);
    };
    expect(await outcomeOf(work)).toBe('division by zero');
  }
  expect(await rows()).toEqual([0, 0]);
});

test('a failed lock is reported by the next statement, and nothing is written without it', async () => {
  const work = async (tx: Transaction) => {
    await tx.run('set local statement_timeout = 100');
    await tx.lock(7n, 'exclusive');
    await note(tx, 1);
  };
  await runTransaction(pool, async (tx) => {
    await tx.lock(7n, 'shared');
    await tx.get('select 1 as one');
    const second = createPool(url, 1, { pipeline: true });
    expect(await rejectionOf(runTransaction(second, work))).toContain('busy');
    await second.end();
  });
  expect(await rows()).toEqual([0, 0]);
});

test('a statement that loses a race without being awaited makes the transaction run again', async () => {
  let attempts = 0;
  const work = async (tx: Transaction) => {
    attempts++;
    if (attempts === 1) await ask(url, 'insert into noted (id) values (2)');
    await tx.run('insert into noted (id) values ($1)', attempts === 1 ? 2 : 3);
  };
  await runTransaction(pool, work);
  expect(attempts).toBe(2);
  expect(await ask(url, 'select id::int as id from noted order by id')).toEqual([{ id: 2 }, { id: 3 }]);
});

test('many statements that are not awaited run in order', async () => {
  await runTransaction(pool, async (tx) => {
    for (let id = 10; id < 200; id++) await note(tx, id);
    await tx.run('delete from noted where id >= 10 and id < 199');
  });
  expect(await ask(url, 'select id::int as id from noted where id >= 10')).toEqual([{ id: 199 }]);
});

test('if a transaction does not begin, the statements sent with its beginning write nothing', async () => {
  const client = await pool.connect();
  const query = client.query.bind(client) as (first: unknown) => Promise<unknown>;
  client.query = ((first: unknown) => query(String(first).startsWith('begin') ? 'begin nonsense' : first)) as typeof client.query;
  client.release();
  const add = 'insert into noted (id) values ($1) returning id';
  for (const work of [(tx: Transaction) => note(tx, 500), (tx: Transaction) => tx.get(add, 501), (tx: Transaction) => tx.all(add, 502)]) {
    const failed = await runTransaction(pool, async (tx) => work(tx)).catch((error) => error);
    expect(failed.message).toBe('syntax error at or near "nonsense"');
  }
  client.query = query as typeof client.query;
  expect(await ask(url, 'select id::int as id from noted where id >= 500')).toEqual([]);
});
