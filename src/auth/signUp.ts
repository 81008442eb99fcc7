import type { Config } from '../config/config.ts';
import type { Client } from '../limits/client.ts';
import type { Limits } from '../limits/limit.ts';
import type { AccountSummary } from '../model/account.ts';
import { anonymous } from '../model/actor.ts';
import type { MailLanguage } from '../model/mail.ts';
import { Problem } from '../model/problem.ts';
import type { SignUpRequest } from '../model/signUp.ts';
import { writes } from '../operations/writes.ts';
import type { Store } from '../store/store.ts';
import type { WithHashing } from './password.ts';

type Services = { config: Pick<Config, 'signUpOpen' | 'signUpRole'>; store: Store; limits: Limits };

/**
 * Makes an account, for the API and the site.
 *
 * @param language of the mail that asks to confirm the address; null for none
 * @throws Problem `sign-up-closed`, `email-taken`, `too-many-requests`, `unavailable` where too many hash
 */
export async function signUp(
  { name, email, password }: SignUpRequest,
  { client, language, withHashing }: { client: Client; language: MailLanguage | null; withHashing: WithHashing },
  { config, store, limits }: Services,
): Promise<AccountSummary> {
  if (!config.signUpOpen) throw new Problem('sign-up-closed', 'The operator adds the accounts of this service; ask them for one.');
  const passwordHash = await withHashing(undefined, async (hashing) => {
    await limits.admitTry(client, 'signup');
    return hashing.hash(password);
  });
  const mail = language && { language, limitKeys: limits.mailLimits('verify', { address: email }) };
  return store.write(writes.signUp, anonymous, { name, email, passwordHash, role: config.signUpRole, verified: false, mail });
}
