import type { Account } from '../model/account.ts';
import { Problem } from '../model/problem.ts';
import { findAccountByEmail } from '../operations/account.ts';
import { readStore } from './stores.ts';

/** @param email in any spelling. @throws Problem `not-found` that says where addresses are listed */
export async function accountAt(email: string): Promise<Account> {
  const account = await readStore(findAccountByEmail, email);
  if (!account) throw new Problem('not-found', `There is no account with the address ${email}. "rockola account list" lists them all.`);
  return account;
}

/** @param who an address, or the account's number, which works after the account was removed too */
export async function accountIdOf(who: string): Promise<bigint> {
  return /^[1-9]\d{0,17}$/.test(who) ? BigInt(who) : (await accountAt(who)).id;
}
