import type { ApiKey } from '../model/key.ts';
import type { SeekSlice } from '../model/page.ts';
import { insertReturning, objectsOf, type PageOfAccount, readSlice, updateRow, wordsIn } from './rows.ts';
import { ofAccount } from './session.ts';
import type { Reader, Transaction } from './store.ts';

/** @param hash SHA-256 of the key in hexadecimal; the key itself is never stored */
export type NewKey = Pick<ApiKey, 'accountId' | 'sessionId' | 'madeBy' | 'name' | 'scopes' | 'expiresAt'> & { hash: string };

export async function insertKey(tx: Transaction, key: NewKey): Promise<bigint> {
  const { accountId: user_id, sessionId: session_id, hash } = key;
  const columns = { user_id, session_id, hash, created_at: tx.now, ...changeable(key) };
  const row = await insertReturning(tx, 'api_key', columns, 'returning id');
  return row?.id as bigint;
}

// The key of a login ends when the login does.
const select = `select k.id, k.user_id, k.session_id, k.made_by, k.name, k.scopes, k.created_at, k.expires_at, k.last_used_at,
    coalesce(k.revoked_at, s.ended_at) as revoked_at, u.role, u.verified_at, u.suspended_at
  from api_key k join "user" u on u.id = k.user_id left join session s on s.id = k.session_id`;

const times = { created_at: Number, expires_at: Number, revoked_at: Number, last_used_at: Number };
const toKey = objectsOf<ApiKey>({ ...ofAccount, ...times, scopes: wordsIn });

export async function findKey(reader: Reader, hash: string): Promise<ApiKey | undefined> {
  const row = await reader.get(`${select} where k.hash = $1`, hash);
  return row && toKey(row);
}

export async function findKeyById(reader: Reader, id: bigint): Promise<ApiKey | undefined> {
  const row = await reader.get(`${select} where k.id = $1`, id);
  return row && toKey(row);
}

/** The lasting keys of all users; the short-lived keys of logins are left out. */
export async function listKeys(reader: Reader): Promise<ApiKey[]> {
  const rows = await reader.all(`${select} where k.session_id is null order by k.id`);
  return rows.map(toKey);
}

/** The condition of a lasting key of the user in `$1` that is not revoked. */
const ofUser = 'k.user_id = $1 and k.session_id is null and k.revoked_at is null';

export async function findKeyOf(reader: Reader, accountId: bigint, id: bigint): Promise<ApiKey | undefined> {
  const row = await reader.get(`${select} where ${ofUser} and k.id = $2`, accountId, id);
  return row && toKey(row);
}

/** The lasting keys of a user. */
export function listKeysOf(reader: Reader, { accountId, page }: PageOfAccount): Promise<SeekSlice<ApiKey>> {
  return readSlice(reader, { select, where: ofUser, id: 'k.id', toObject: toKey }, [accountId], page);
}

export async function allKeysOf(reader: Reader, accountId: bigint): Promise<ApiKey[]> {
  const rows = await reader.all(`${select} where ${ofUser} order by k.id`, accountId);
  return rows.map(toKey);
}

export async function updateKey(tx: Transaction, key: ApiKey): Promise<void> {
  await updateRow(tx, 'api_key', key.id, changeable(key));
}

function changeable({ name, scopes, expiresAt, madeBy }: Omit<NewKey, 'hash'>) {
  return { name, scopes: scopes.join(' '), expires_at: expiresAt, made_by: madeBy };
}

export async function revokeKey(tx: Transaction, id: bigint): Promise<void> {
  await tx.run(`update api_key set revoked_at = coalesce(revoked_at, $1) where id = $2`, tx.now, id);
}

/** Revokes all lasting keys of a user. */
export async function revokeKeysOf(tx: Transaction, accountId: bigint): Promise<void> {
  const lasting = 'user_id = $2 and session_id is null and revoked_at is null';
  await tx.run(`update api_key set revoked_at = $1 where ${lasting}`, tx.now, accountId);
}
