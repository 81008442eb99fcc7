import type { SeekSlice } from '../model/page.ts';
import type { Session } from '../model/session.ts';
import { insertReturning, objectsOf, type PageOfAccount, readSlice } from './rows.ts';
import type { Reader, Transaction } from './store.ts';

/**
 * @param tokenHash SHA-256 of its bearer token in hexadecimal.
 * @param device the name that the client program sent
 */
export type NewSession = { accountId: bigint; tokenHash: string; expiresAt: number; device: string };

export async function insertSession(tx: Transaction, { accountId, tokenHash, expiresAt, device }: NewSession): Promise<bigint> {
  const columns = { user_id: accountId, token_hash: tokenHash, created_at: tx.now, expires_at: expiresAt, device };
  const row = await insertReturning(tx, 'session', columns, 'returning id');
  return row?.id as bigint;
}

const select = `select s.id, s.user_id, s.device, s.created_at, s.expires_at, s.ended_at, s.last_used_at, u.role, u.verified_at, u.suspended_at
  from session s join "user" u on u.id = s.user_id`;

/** The conversions of the account's columns in a row of a credential. */
export const ofAccount = { verified_at: Number, suspended_at: Number };
const times = { created_at: Number, expires_at: Number, ended_at: Number, last_used_at: Number };
const toSession = objectsOf<Session>({ ...ofAccount, ...times });

export async function findSession(reader: Reader, tokenHash: string): Promise<Session | undefined> {
  const row = await reader.get(`${select} where s.token_hash = $1`, tokenHash);
  return row && toSession(row);
}

export async function findSessionById(reader: Reader, id: bigint): Promise<Session | undefined> {
  const row = await reader.get(`${select} where s.id = $1`, id);
  return row && toSession(row);
}

const isValid = 'ended_at is null and expires_at >';

/** The sessions of a user that are valid at `now` (ms since 1970). */
export function listSessions(reader: Reader, { accountId, now, page }: PageOfAccount & { now: number }): Promise<SeekSlice<Session>> {
  const list = { select, where: `s.user_id = $1 and s.${isValid} $2`, id: 's.id', toObject: toSession };
  return readSlice(reader, list, [accountId, now], page);
}

const end = 'update session set ended_at = $1 where user_id = $2';

/** @returns false if the user has no such valid session */
export async function endSession(tx: Transaction, accountId: bigint, id: bigint): Promise<boolean> {
  return (await tx.get(`${end} and id = $3 and ${isValid} $1 returning id`, tx.now, accountId, id)) !== undefined;
}

/** Ends the sessions of a user, but not `keep`. @returns how many */
export async function endSessions(tx: Transaction, accountId: bigint, keep: bigint | null): Promise<number> {
  return (await tx.all(`${end} and id <> $3 and ${isValid} $1 returning id`, tx.now, accountId, keep ?? 0n)).length;
}

/** Ends the oldest sessions of a user, so that at most `maxValid` stay valid. @returns the ids of the ended ones */
export async function endOldest(tx: Transaction, accountId: bigint, maxValid: number): Promise<bigint[]> {
  const oldest = `select id from session where user_id = $2 and ${isValid} $1 order by id desc limit 1000 offset $3`;
  const rows = await tx.all(`update session set ended_at = $1 where id in (${oldest}) returning id`, tx.now, accountId, maxValid);
  return rows.map((row) => row.id as bigint);
}

/**
 * Deletes up to `limit` ended sessions of a user with their keys, but none of the last `kept`. Keys go first, since they refer to their
 * session. Both statements have the same range and no list of ids: in between, housekeeping may delete some of the rows.
 */
export async function forgetEnded(tx: Transaction, accountId: bigint, kept: number, limit: number): Promise<void> {
  const ended = 'select ended_at, id from session where user_id = $1 and ended_at is not null';
  const rows = await tx.all(`${ended} order by ended_at desc, id desc limit $2 offset $3`, accountId, limit, kept);
  const [last, first] = [rows[0], rows.at(-1)];
  if (!first || !last) return;
  const inRange = 'user_id = $1 and ended_at >= $2 and (ended_at, id) >= ($2, $3) and ended_at <= $4 and (ended_at, id) <= ($4, $5)';
  const bounds = [accountId, first.ended_at as bigint, first.id as bigint, last.ended_at as bigint, last.id as bigint];
  await tx.run(`delete from api_key where session_id in (select id from session where ${inRange})`, ...bounds);
  await tx.run(`delete from session where ${inRange}`, ...bounds);
}

/** @param at ms since 1970; a time before the stored one changes nothing */
export async function setUsed(tx: Transaction, table: 'session' | 'api_key', id: bigint, at: number): Promise<void> {
  await tx.run(`update ${table} set last_used_at = $1 where id = $2 and (last_used_at is null or last_used_at < $1)`, at, id);
}
