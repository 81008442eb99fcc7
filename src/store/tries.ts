import type { Actor } from '../model/actor.ts';
import { forgottenAt, type Tries } from '../model/tries.ts';
import { removals } from './housekeeping.ts';
import { insertReturning, insertRow, objectsOf } from './rows.ts';
import type { Reader, Transaction } from './store.ts';

/** The most rows that one sweep deletes. Fewer rows are added between two sweeps. */
const maxSwept = 1_000;

const toTries = objectsOf<Tries>({ debt: Number, at: Number });

/** The tries under a key, locked until the transaction ends, so that of two parallel tries the second sees the first. */
export async function lockTries(tx: Transaction, key: string): Promise<Tries> {
  const select = `select debt, at from tries where key = $1${tx.forUpdate}`;
  const found = await tx.get(select, key);
  if (found) return toTries(found);
  const fresh = { key, debt: 0n, at: tx.now, ends_at: tx.now };
  const inserted = await insertReturning(tx, 'tries', fresh, 'on conflict (key) do nothing returning debt, at');
  return toTries(inserted ?? (await tx.get(select, key)) ?? { debt: 0n, at: BigInt(tx.now) });
}

/** @param endsAt when the row may be deleted, in ms since 1970 */
export async function keepTries(tx: Transaction, key: string, tries: Tries, endsAt = forgottenAt(tries)): Promise<void> {
  const orReplace = 'on conflict (key) do update set debt = excluded.debt, at = excluded.at, ends_at = excluded.ends_at';
  await insertRow(tx, 'tries', { key, debt: tries.debt, at: tries.at, ends_at: endsAt }, orReplace);
}

/** Deletes the tries under a key, unless one came after `until`, in ms since 1970. */
export async function deleteTries(tx: Transaction, key: string, until: number): Promise<void> {
  await tx.run('delete from tries where key = $1 and at <= $2', key, until);
}

export async function hasTry(reader: Reader, key: string, now: number): Promise<boolean> {
  return (await reader.get('select 1 as found from tries where key = $1 and ends_at > $2', key, now)) !== undefined;
}

/**
 * Deletes expired rows. When more than `maxRows` with a debt remain, deletes those that expire first. In a flood these are rows of the
 * flood, so a flood cannot displace a key with many failures. A row without a debt marks a successful login.
 */
export async function deleteOldTries(tx: Transaction, _actor: Actor, maxRows: number): Promise<void> {
  await removals['expired counters of tries'].remove(tx, tx.now, maxSwept);
  const row = await tx.get('select count(*) as rows from tries where debt > 0');
  const excess = Number(row?.rows ?? 0) - maxRows;
  if (excess > 0) await tx.run('delete from tries where key in (select key from tries where debt > 0 order by ends_at limit $1)', excess);
}
