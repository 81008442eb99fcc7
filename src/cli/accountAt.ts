import type { Account } from '../model/account.ts';
import { Problem } from '../model/problem.ts';
import { findAccountByEmail } from '../operations/account.ts';
import { lookUp } from './notThere.ts';
import { readStore } from './stores.ts';

/** @param email in any spelling @throws Problem `not-found` */
export async function accountAt(email: string): Promise<Account> {
  const account = await readStore(findAccountByEmail, email);
  if (!account) throw new Problem('not-found', `There is no account with the address ${email}. ${lookUp.account}`);
  return account;
}

/** @param emailOrId an address, or the number of the account, which also finds a removed account */
export async function accountIdOf(emailOrId: string): Promise<bigint> {
  return /^[1-9]\d{0,17}$/.test(emailOrId) ? BigInt(emailOrId) : (await accountAt(emailOrId)).id;
}
