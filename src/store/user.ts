import type { Account } from '../model/account.ts';
import type { Role } from '../model/actor.ts';
import type { User } from '../model/user.ts';
import type { Reader, Row, Transaction } from './store.ts';

/** @param normalEmail the address in its normal form, which is unique; `email` is the address as given */
export type NewAccount = { name: string; email: string; normalEmail: string; passwordHash: string | null; role: Role };

/** @returns undefined where the address is taken: one statement, no race */
export async function insertUser(tx: Transaction, account: NewAccount): Promise<User | undefined> {
  const row = await tx.get(
    `insert into "user" (name, email, normal_email, password_hash, role, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (normal_email) do nothing returning id, name, email`,
    account.name,
    account.email,
    account.normalEmail,
    account.passwordHash,
    account.role,
    tx.now,
  );
  return row && toUser(row);
}

export async function findAccount(reader: Reader, normalEmail: string): Promise<Account | undefined> {
  const row = await reader.get(`select id, name, email, password_hash, role from "user" where normal_email = $1`, normalEmail);
  return row && toAccount(row);
}

export async function listAccounts(reader: Reader): Promise<Account[]> {
  const rows = await reader.all(`select id, name, email, password_hash, role from "user" order by id`);
  return rows.map(toAccount);
}

export async function updateRole(tx: Transaction, id: bigint, role: Role): Promise<void> {
  await tx.run(`update "user" set role = $1 where id = $2`, role, id);
}

function toAccount(row: Row): Account {
  return { ...toUser(row), passwordHash: row.password_hash as string | null, role: row.role as Role };
}

function toUser(row: Row): User {
  return { id: row.id as bigint, name: row.name as string, email: row.email as string };
}
