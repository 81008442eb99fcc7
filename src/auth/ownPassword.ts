import type { Client } from '../limits/client.ts';
import type { Limits } from '../limits/limit.ts';
import type { Account } from '../model/account.ts';
import { type Actor, ownId } from '../model/actor.ts';
import { normalEmail } from '../model/email.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import { readOwnAccount } from '../operations/ownAccount.ts';
import type { Store } from '../store/store.ts';
import type { Hashing, WithHashing } from './password.ts';

export type ProvenAccount = Account & { passwordHash: string };

/**
 * Verifies the actor's password, outside any transaction. Each attempt counts as a login, so that a stolen token does not make guessing
 * faster.
 *
 * @param given.pointer to the member with the password
 * @param next is called where it matches; it may hash with the same slot
 * @throws Problem `invalid-input` where it is wrong, `invalid-token` where the account is gone, `too-many-requests`,
 * `unavailable` where too many hash
 */
export async function withOwnPassword<T>(
  { store, limits }: { store: Store; limits: Limits },
  { actor, client, withHashing }: { actor: Actor; client: Client; withHashing: WithHashing },
  given: { password: string; pointer: string },
  next: (account: ProvenAccount, hashing: Hashing) => Promise<T>,
): Promise<T> {
  const account = await store.read(readOwnAccount, ownId(actor));
  const { passwordHash, email } = account;
  return withHashing(normalEmail(email), async (hashing) => {
    const attempt = await limits.admitTry(client, 'login', email);
    const matches = await hashing.verify(passwordHash, given.password);
    if (passwordHash === null || !matches) throw invalidInput(fieldError(given.pointer, 'wrongPassword'));
    attempt.succeeded();
    return next({ ...account, passwordHash }, hashing);
  });
}
