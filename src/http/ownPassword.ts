import type { Account } from '../model/account.ts';
import { type Actor, ownId } from '../model/actor.ts';
import { invalidInput } from '../model/problem.ts';
import { readOwnAccount } from '../operations/ownAccount.ts';
import type { Client } from './limits.ts';
import type { Services } from './services.ts';

/**
 * Holds a password against that of who acts, outside any transaction. Each time counts as a login, so that a stolen token
 * does not make guessing faster.
 *
 * @param pointer the member that holds it
 * @returns the account with the hash it matched
 * @throws Problem `invalid-input` where it is another, `invalid-token` where the account is gone, `too-many-requests`
 */
export async function verifyOwnPassword(
  { store, passwords, limits }: Services,
  { actor, client }: { actor: Actor; client: Client },
  password: string,
  pointer: string,
): Promise<Account & { passwordHash: string }> {
  const account = await store.read(readOwnAccount, ownId(actor));
  const { passwordHash, email } = account;
  const attempt = await limits.admitTry(client, 'login', email);
  const matches = await passwords.verify(passwordHash, password);
  if (passwordHash === null || !matches) throw invalidInput([{ pointer, detail: 'is not the password of this account' }]);
  await attempt.succeeded();
  return { ...account, passwordHash };
}
