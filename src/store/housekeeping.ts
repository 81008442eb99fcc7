import type { Transaction } from './store.ts';

/** Removes up to `limit` sessions that were over before `before`, with their keys. @returns how many */
export async function deleteOldSessions(tx: Transaction, before: number, limit: number): Promise<number> {
  const over = '(ended_at < $1 or expires_at < $1)';
  const batch = await tx.get(
    `select max(id) as last from (select id from session where ${over} order by id limit $2) as oldest`,
    before,
    limit,
  );
  const last = batch?.last ?? 0n;
  await tx.run(`delete from api_key where session_id in (select id from session where ${over} and id <= $2)`, before, last);
  return (await tx.all(`delete from session where ${over} and id <= $2 returning id`, before, last)).length;
}

/** Removes keys that were revoked before `before`; those of logins go with them. */
export async function deleteRevokedKeys(tx: Transaction, before: number): Promise<void> {
  await tx.run(`delete from api_key where session_id is null and revoked_at < $1`, before);
}

/** Removes links whose time is over. */
export async function deleteExpiredLinks(tx: Transaction): Promise<void> {
  await tx.run(`delete from mail_token where expires_at < $1`, tx.now);
}

/** Removes up to `limit` account events of before `before`. @returns how many */
export async function deleteOldEvents(tx: Transaction, before: number, limit: number): Promise<number> {
  const old = 'select id from account_event where at < $1 order by id limit $2';
  return (await tx.all(`delete from account_event where id in (${old}) returning id`, before, limit)).length;
}
