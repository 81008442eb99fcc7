import type { ApiKey } from '../model/account.ts';
import type { Role, Scope } from '../model/actor.ts';
import type { Reader, Row, Transaction } from './store.ts';

/** @param hash SHA-256 of the key in hexadecimal; the key itself is never kept */
export type NewKey = { userId: bigint; sessionId: bigint | null; name: string; hash: string; scopes: Scope[]; expiresAt: number | null };

export async function insertKey(tx: Transaction, key: NewKey): Promise<bigint> {
  const row = await tx.get(
    `insert into api_key (user_id, session_id, name, hash, scopes, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    key.userId,
    key.sessionId,
    key.name,
    key.hash,
    key.scopes.join(' '),
    tx.now,
    key.expiresAt,
  );
  return row?.id as bigint;
}

// A key that a login made ends when the login does.
const select = `select k.id, k.user_id, k.session_id, k.name, k.scopes, k.expires_at, coalesce(k.revoked_at, s.ended_at) as revoked_at, u.role
  from api_key k join "user" u on u.id = k.user_id left join session s on s.id = k.session_id`;

export async function findKey(reader: Reader, hash: string): Promise<ApiKey | undefined> {
  const row = await reader.get(`${select} where k.hash = $1`, hash);
  return row && toKey(row);
}

/** The lasting keys of all users; those of logins come and go and are left out. */
export async function listKeys(reader: Reader): Promise<ApiKey[]> {
  const rows = await reader.all(`${select} where k.session_id is null order by k.id`);
  return rows.map(toKey);
}

/** @returns false where there is no such key */
export async function revokeKey(tx: Transaction, id: bigint): Promise<boolean> {
  const row = await tx.get(`update api_key set revoked_at = coalesce(revoked_at, $1) where id = $2 returning id`, tx.now, id);
  return row !== undefined;
}

function toKey(row: Row): ApiKey {
  return {
    id: row.id as bigint,
    userId: row.user_id as bigint,
    sessionId: row.session_id as bigint | null,
    name: row.name as string,
    scopes: (row.scopes as string).split(' ') as Scope[],
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
    role: row.role as Role,
  };
}
