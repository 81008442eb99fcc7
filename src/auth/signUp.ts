import type { Config } from '../config/config.ts';
import type { AccountSummary } from '../model/account.ts';
import { anonymous } from '../model/actor.ts';
import { deadLink, hashLinkToken } from '../model/linkToken.ts';
import type { MailLanguage } from '../model/mail.ts';
import { Problem } from '../model/problem.ts';
import type { SignUpRequest } from '../model/signUp.ts';
import { readLink } from '../operations/linkToken.ts';
import { writes } from '../operations/writes.ts';
import type { AuthServices, Sender } from './password.ts';

/**
 * Makes an account, for the API and the site.
 *
 * @param language of the mail that asks to confirm the address; null for none
 * @throws Problem `sign-up-closed`, `email-taken`, `too-many-requests`, `unavailable` where too many requests hash
 */
export async function signUp(
  { name, email, password }: SignUpRequest,
  { language, ...sender }: Sender & { language: MailLanguage | null },
  { config, store, limits }: AuthServices & { config: Pick<Config, 'signUpOpen' | 'signUpRole'> },
): Promise<AccountSummary> {
  if (!config.signUpOpen) throw new Problem('sign-up-closed', 'The operator adds the accounts of this service; ask them for one.');
  const passwordHash = await hashFirst(password, sender, limits);
  const mail = language && { language, limitKeys: limits.mailLimits('verify', { address: email }) };
  return store.write(writes.signUp, anonymous, { name, email, passwordHash, role: config.signUpRole, verified: false, mail });
}

/**
 * Makes the operator's account by the one-time link. The link is checked before the costly hash.
 *
 * @throws Problem `invalid-input`, `email-taken`
 */
export async function makeFirstAdmin(
  token: string,
  { name, email, password }: SignUpRequest,
  sender: Sender,
  { store, limits }: AuthServices,
): Promise<void> {
  const tokenHash = hashLinkToken(token);
  if (!(await store.read(readLink, { tokenHash, use: 'firstAdmin', now: Date.now() }))) throw deadLink();
  const passwordHash = await hashFirst(password, sender, limits);
  await store.write(writes.createFirstAdmin, anonymous, { tokenHash, name, email, passwordHash });
}

/** Hashes the password of a new account. The attempt is counted once a hashing slot is free. */
function hashFirst(password: string, { client, withHashing }: Sender, limits: AuthServices['limits']): Promise<string> {
  return withHashing(undefined, async (hashing) => {
    await limits.admitTry(client, 'signup');
    return hashing.hash(password);
  });
}
