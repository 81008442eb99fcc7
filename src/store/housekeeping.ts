import type { Transaction } from './store.ts';

/**
 * Each function removes up to `limit` expired rows, the oldest first, which it finds by an index, and returns their number.
 */

/** Removes sessions that were ended before `before`, with their keys. */
export function deleteEndedSessions(tx: Transaction, before: number, limit: number): Promise<number> {
  return deleteOldestSessions(tx, 'ended_at', before, limit);
}

/** Removes sessions that expired before `before`, with their keys. */
export function deleteExpiredSessions(tx: Transaction, before: number, limit: number): Promise<number> {
  return deleteOldestSessions(tx, 'expires_at', before, limit);
}

/**
 * Keys go first, since they refer to their session. Both statements say which by one row's time and id: another node may
 * remove some of them between the two, but what lies before that row gets no more.
 */
async function deleteOldestSessions(tx: Transaction, time: 'ended_at' | 'expires_at', before: number, limit: number): Promise<number> {
  const last = await tx.get(
    `select at, id from (select ${time} as at, id from session where ${time} < $1 order by ${time}, id limit $2) as oldest
     order by at desc, id desc limit 1`,
    before,
    limit,
  );
  if (!last) return 0;
  // The first half is what the index needs to be found.
  const oldest = `${time} <= $1 and (${time}, id) <= ($1, $2)`;
  const { at = null, id = null } = last;
  await tx.run(`delete from api_key where session_id in (select id from session where ${oldest})`, at, id);
  return (await tx.all(`delete from session where ${oldest} returning id`, at, id)).length;
}

/** Removes keys that were revoked before `before`. */
export function deleteRevokedKeys(tx: Transaction, before: number, limit: number): Promise<number> {
  return deleteOldest(tx, { table: 'api_key', key: 'id', time: 'revoked_at' }, before, limit);
}

/** Removes links whose time was over before `before`. */
export function deleteExpiredLinks(tx: Transaction, before: number, limit: number): Promise<number> {
  return deleteOldest(tx, { table: 'mail_token', key: 'hash', time: 'expires_at' }, before, limit);
}

/** Removes the outcomes of idempotency keys from before `before`. */
export function deleteOldIdempotencyKeys(tx: Transaction, before: number, limit: number): Promise<number> {
  return deleteOldest(tx, { table: 'idempotency_key', key: 'key', time: 'at' }, before, limit);
}

/** Removes account events from before `before`. */
export function deleteOldEvents(tx: Transaction, before: number, limit: number): Promise<number> {
  return deleteOldest(tx, { table: 'account_event', key: 'id', time: 'at' }, before, limit);
}

type Aged = { table: string; key: string; time: string };

/** @returns how many were removed */
async function deleteOldest(tx: Transaction, { table, key, time }: Aged, before: number, limit: number): Promise<number> {
  const oldest = `select ${key} from ${table} where ${time} < $1 order by ${time} limit $2`;
  return (await tx.all(`delete from ${table} where ${key} in (${oldest}) returning ${key}`, before, limit)).length;
}
