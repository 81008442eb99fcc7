import { type Actor, system } from '../../src/model/actor.ts';
import { Problem } from '../../src/model/problem.ts';
import { idempotently } from '../../src/operations/idempotencyKey.ts';
import { createRecord } from '../../src/operations/record.ts';
import { artists } from '../../src/store/artist.ts';
import { registerWrites, type Transaction } from '../../src/store/store.ts';
import { newArtist } from '../support/newArtist.ts';

const artist = (name: string, description = '') => newArtist({ name, description });

async function refuse(tx: Transaction, actor: Actor, name: string): Promise<void> {
  await createRecord(tx, actor, artists, { record: artist(name), requireId: false });
  throw new Problem('precondition-failed', 'refused after writing');
}

/** Refused after a write, under an idempotency key. */
async function refuseOnce(tx: Transaction, _actor: Actor, name: string) {
  const writer: Actor = { ...system, accountId: 1n };
  return idempotently(tx, writer, () => refuse(tx, writer, name));
}

async function throwError(tx: Transaction, actor: Actor, name: string): Promise<void> {
  await createRecord(tx, actor, artists, { record: artist(name), requireId: false });
  throw new TypeError('a defect after writing');
}

/** Throws outside the operation, which ends the thread after `ms`. */
async function dieInThread(_tx: Transaction, _actor: Actor, ms: number): Promise<void> {
  setTimeout(() => {
    throw new Error('the thread dies');
  }, ms);
  await new Promise(() => {});
}

/** Writes one artist of about 20 KB. */
async function fill(tx: Transaction, actor: Actor, name: string): Promise<void> {
  await createRecord(tx, actor, artists, { record: artist(name, 'x'.repeat(20_000)), requireId: false });
}

/** Creates a temporary table, which only the same connection sees. */
async function markConnection(tx: Transaction, _actor: Actor, _input: null): Promise<void> {
  await tx.run('create temp table if not exists mark (x)');
}

async function isMarked(tx: Transaction, _actor: Actor, _input: null): Promise<boolean> {
  return (await tx.get(`select name from sqlite_temp_schema where name = 'mark'`)) !== undefined;
}

/** Fails after a write with an error of SQLite, such as `SQLITE_FULL`. */
async function fail(tx: Transaction, actor: Actor, code: string): Promise<void> {
  await createRecord(tx, actor, artists, { record: artist(code), requireId: false });
  throw Object.assign(new Error(`failed with ${code}`), { code });
}

/** Ends the transaction with a rollback, as SQLite itself does after some errors. */
async function endTransaction(tx: Transaction, _actor: Actor, _input: null): Promise<void> {
  await tx.run('rollback');
  throw new Error('the transaction is gone');
}

async function doNothing(_tx: Transaction, _actor: Actor, _input: null): Promise<void> {}

/** Operations for the tests of the store: most fail after a write. */
export const faults = registerWrites({
  refuse,
  refuseOnce,
  throwError,
  dieInThread,
  fill,
  markConnection,
  isMarked,
  fail,
  endTransaction,
  doNothing,
});
