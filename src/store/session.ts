import type { Session } from '../model/account.ts';
import type { Role } from '../model/actor.ts';
import type { Reader, Transaction } from './store.ts';

export async function insertSession(tx: Transaction, userId: bigint, expiresAt: number): Promise<bigint> {
  const row = await tx.get(
    `insert into session (user_id, created_at, expires_at) values ($1, $2, $3) returning id`,
    userId,
    tx.now,
    expiresAt,
  );
  return row?.id as bigint;
}

export async function findSession(reader: Reader, id: bigint): Promise<Session | undefined> {
  const row = await reader.get(
    `select s.id, s.user_id, s.expires_at, s.ended_at, u.role from session s join "user" u on u.id = s.user_id where s.id = $1`,
    id,
  );
  return (
    row && {
      id: row.id as bigint,
      userId: row.user_id as bigint,
      expiresAt: Number(row.expires_at),
      endedAt: row.ended_at === null ? null : Number(row.ended_at),
      role: row.role as Role,
    }
  );
}
