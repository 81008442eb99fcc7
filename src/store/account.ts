import type { Account, AccountQuery, AccountSummary } from '../model/account.ts';
import type { Role } from '../model/actor.ts';
import { normalEmail } from '../model/email.ts';
import type { PageQuery } from '../model/page.ts';
import { foldCase } from '../model/text.ts';
import { seekFar } from './farOffset.ts';
import { insertReturning, objectsOf, updateRow } from './rows.ts';
import type { Reader, Transaction } from './store.ts';

/**
 * @param normalEmail the address in its normal form, which is unique; `email` is the address as given
 * @param verified whether the address counts as confirmed
 */
export type NewAccount = {
  name: string;
  email: string;
  normalEmail: string;
  passwordHash: string | null;
  role: Role;
  verified: boolean;
};

const columns = 'id, name, email, password_hash, role, created_at, verified_at, suspended_at, pending_email, public_name';

const toAccount = objectsOf<Account>({ created_at: Number, verified_at: Number, suspended_at: Number });

/** @returns undefined if the address is taken. One statement, so there is no race */
export async function insertAccount(tx: Transaction, account: NewAccount): Promise<AccountSummary | undefined> {
  const { name, email, normalEmail: normal_email, passwordHash: password_hash, role, verified } = account;
  const values = { name, email, normal_email, password_hash, role, created_at: tx.now, verified_at: verified ? tx.now : null };
  const row = await insertReturning(tx, '"user"', values, 'on conflict (normal_email) do nothing returning id, name, email');
  return row && toAccount(row);
}

export async function findAccountByNormalEmail(reader: Reader, normalEmail: string): Promise<Account | undefined> {
  const row = await reader.get(`select ${columns} from "user" where normal_email = $1`, normalEmail);
  return row && toAccount(row);
}

export async function accountExists(reader: Reader, id: bigint): Promise<boolean> {
  return (await reader.get('select 1 as found from "user" where id = $1', id)) !== undefined;
}

export async function findAccountById(reader: Reader, id: bigint): Promise<Account | undefined> {
  const row = await reader.get(`select ${columns} from "user" where id = $1`, id);
  return row && toAccount(row);
}

export async function hasOtherAdministrator(reader: Reader, id: bigint): Promise<boolean> {
  const row = await reader.get(`select 1 as found from "user" where role = 'admin' and suspended_at is null and id <> $1 limit 1`, id);
  return row !== undefined;
}

/**
 * Finds an account and locks it: until the transaction ends, no other transaction changes it, its logins or its keys, or uses its rights.
 */
export async function lockAccount(tx: Transaction, id: bigint): Promise<Account | undefined> {
  await tx.lock(id, 'exclusive');
  const row = await tx.get(`select ${columns} from "user" where id = $1${tx.forUpdate}`, id);
  return row && toAccount(row);
}

/** Up to `limit` accounts in order of id: after the id `after`, else past the first `offset`. */
export async function listAccounts(reader: Reader, page: PageQuery): Promise<Account[]> {
  const { limit, offset, after } = await seekFar(reader, page, '"user"', 'true');
  const rows =
    after === undefined
      ? await reader.all(`select ${columns} from "user" order by id limit $1 offset $2`, limit, offset)
      : await reader.all(`select ${columns} from "user" where id > $1 order by id limit $2`, after, limit);
  return rows.map(toAccount);
}

/** Up to `limit` accounts after the id `after`. `open`: whether a log-out would end something: a login, a link or a pending address. */
export async function listAccess(tx: Transaction, after: bigint, limit: number): Promise<{ id: bigint; open: boolean }[]> {
  const rows = await tx.all(
    `select id, case when pending_email is not null
       or exists (select 1 from session where user_id = u.id and ended_at is null and expires_at > $1)
       or exists (select 1 from mail_token where user_id = u.id) then 1 else 0 end as open
     from "user" u where id > $2 order by id limit $3`,
    tx.now,
    after,
    limit,
  );
  return rows.map(({ id, open }) => ({ id: id as bigint, open: Number(open) === 1 }));
}

export async function countAccounts(reader: Reader): Promise<bigint> {
  const row = await reader.get(`select accounts from total`);
  return row?.accounts as bigint;
}

/** Number of accounts that one statement reads. A cancelled search ends between two statements. */
const batchSize = 1000n;

/**
 * Finds the accounts whose name or address contains a text: those of a page, and the number of all. The engines fold case differently, and
 * their `like` has wildcards, so this reads all accounts, which is slow.
 */
export async function searchAccounts(reader: Reader, { limit, offset, after, search = '' }: AccountQuery) {
  const wanted = foldCase(search);
  const found: Account[] = [];
  let total = 0n;
  for (let last = 0n; ; ) {
    const rows = await reader.all(`select ${columns}, normal_email from "user" where id > $1 order by id limit $2`, last, batchSize);
    for (const row of rows) {
      const texts = [foldCase(row.name as string), foldCase(row.email as string), row.normal_email as string];
      if (!texts.some((text) => text.includes(wanted))) continue;
      total++;
      const onPage = after === undefined ? total > offset : (row.id as bigint) > after;
      if (onPage && found.length < limit) found.push(toAccount(row));
    }
    last = (rows.at(-1)?.id as bigint | undefined) ?? last;
    if (rows.length < batchSize) return { found, total };
  }
}

/** `password_hash`: an argon2id PHC string. */
type AccountColumns =
  | { name: string }
  | { public_name: string | null }
  | { role: Role }
  | { password_hash: string }
  | { suspended_at: number | null };

export function updateAccount(tx: Transaction, id: bigint, columns: AccountColumns): Promise<void> {
  return updateRow(tx, '"user"', id, columns);
}

/** Marks the address as confirmed. The time of the first confirmation stays. */
export async function setVerified(tx: Transaction, id: bigint): Promise<void> {
  await tx.run(`update "user" set verified_at = coalesce(verified_at, $1) where id = $2`, tx.now, id);
}

/** @param email the new address that is not confirmed yet, or null for none */
export async function setPendingEmail(tx: Transaction, id: bigint, email: string | null): Promise<void> {
  await updateRow(tx, '"user"', id, { pending_email: email, pending_normal_email: email && normalEmail(email) });
}

/** Replaces the address of an account by a confirmed address. @returns false if it is taken; in a race the unique index refuses it */
export async function setEmail(tx: Transaction, id: bigint, email: string, normal: string): Promise<boolean> {
  const taken = await tx.get(`select id from "user" where normal_email = $1 and id <> $2`, normal, id);
  if (taken) return false;
  const settled = { pending_email: null, pending_normal_email: null, verified_at: tx.now };
  await updateRow(tx, '"user"', id, { email, normal_email: normal, ...settled });
  return true;
}

/**
 * Deletes an account with its logins, keys, links and webhooks. Its jobs end. The revision log and the account's events keep its number.
 */
export async function deleteAccount(tx: Transaction, id: bigint): Promise<void> {
  await tx.run(`delete from mail_token where user_id = $1`, id);
  await tx.run(`delete from api_key where user_id = $1`, id);
  await tx.run(`delete from webhook where user_id = $1`, id);
  await tx.run(`update job set user_id = null, cancel = 1 where user_id = $1`, id);
  await tx.run(`delete from session where user_id = $1`, id);
  await tx.run(`delete from "user" where id = $1`, id);
}
