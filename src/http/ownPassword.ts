import type { Account } from '../model/account.ts';
import { type Actor, ownId } from '../model/actor.ts';
import { invalidInput } from '../model/problem.ts';
import { readOwnAccount } from '../operations/ownAccount.ts';
import type { Services } from './services.ts';

/**
 * Holds a password against that of who acts, outside any transaction.
 *
 * @param pointer the member that holds it
 * @returns the account with the hash it matched
 * @throws Problem `invalid-input` where it is another, `invalid-token` where the account is gone
 */
export async function verifyOwnPassword(
  { store, passwords }: Services,
  actor: Actor,
  password: string,
  pointer: string,
): Promise<Account & { passwordHash: string }> {
  const account = await store.read(readOwnAccount, ownId(actor));
  const { passwordHash } = account;
  const matches = await passwords.verify(passwordHash, password);
  if (passwordHash === null || !matches) throw invalidInput([{ pointer, detail: 'is not the password of this account' }]);
  return { ...account, passwordHash };
}
