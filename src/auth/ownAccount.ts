import type { Client } from '../limits/client.ts';
import type { Limits } from '../limits/limit.ts';
import type { Account, OwnAccountPatch } from '../model/account.ts';
import { type Actor, ownId } from '../model/actor.ts';
import type { MailLanguage } from '../model/mail.ts';
import { type PasswordChange, passwordFault } from '../model/password.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import type { ShownNames } from '../operations/ownAccount.ts';
import { unconfirmedAddress } from '../operations/verification.ts';
import { writes } from '../operations/writes.ts';
import type { Store } from '../store/store.ts';
import { withOwnPassword } from './ownPassword.ts';
import type { WithHashing } from './password.ts';

// Changes of one's own account, for the API and the site. Each also throws what `withOwnPassword` throws.

type Services = { store: Store; limits: Limits };
type Caller = { actor: Actor; client: Client; withHashing: WithHashing };

/**
 * @param change.was the names that the page of a form showed
 * @param requireMail the language of the mail to a new address, or a refusal
 * @throws Problem `email-taken`, `mail-off`, `precondition-failed`
 */
export async function patchOwnAccount(
  { name, public_name, was, ...change }: OwnAccountPatch & { was?: ShownNames },
  caller: Caller,
  requireMail: () => MailLanguage,
  services: Services,
): Promise<Account> {
  const email = await provenEmail(change, caller, requireMail, services);
  return services.store.write(writes.patchOwnAccount, caller.actor, { name, public_name, was, email });
}

/** The new address, once the password is proven, with the mail to send to it. */
async function provenEmail(
  { email, current_password }: OwnAccountPatch,
  caller: Caller,
  requireMail: () => MailLanguage,
  services: Services,
) {
  if (email === undefined || current_password === undefined) return undefined;
  const language = requireMail();
  const given = { password: current_password, pointer: '/current_password' };
  const verifiedHash = await withOwnPassword(services, caller, given, async ({ passwordHash }) => passwordHash);
  const limitKeys = services.limits.mailLimits('verify', {
    network: caller.client.network,
    account: caller.actor.accountId,
    address: email,
  });
  return { email, mail: { language, limitKeys }, verifiedHash };
}

/** @param language of the mail about the change; null for none */
export async function changePassword(
  { current_password, password }: PasswordChange,
  caller: Caller,
  language: MailLanguage | null,
  services: Services,
): Promise<void> {
  const given = { password: current_password, pointer: '/current_password' };
  const { account, newHash } = await withOwnPassword(services, caller, given, async (account, hashing) => {
    const fault = passwordFault(password, account.email);
    if (fault) throw invalidInput(fieldError('/password', ...fault));
    return { account, newHash: await hashing.hash(password) };
  });
  const { client, actor } = caller;
  const posting = { network: client.network, account: actor.accountId, address: account.email, confirmed: account.verifiedAt !== null };
  const mail = language && { language, limitKeys: services.limits.mailLimits('password-changed', posting) };
  await services.store.write(writes.changePassword, actor, { verifiedHash: account.passwordHash, newHash, mail });
}

export async function deleteOwnAccount(password: string, caller: Caller, services: Services): Promise<void> {
  const given = { password, pointer: '/password' };
  await withOwnPassword(services, caller, given, ({ passwordHash }) =>
    services.store.write(writes.deleteOwnAccount, caller.actor, { verifiedHash: passwordHash }),
  );
}

/** Sends another link to an address that is not confirmed yet; nothing where there is none. */
export async function requestVerification(
  { actor, client }: Pick<Caller, 'actor' | 'client'>,
  language: MailLanguage,
  { store, limits }: Services,
): Promise<void> {
  const address = await store.read(unconfirmedAddress, ownId(actor));
  if (address === undefined) return;
  const limitKeys = limits.mailLimits('verify', { network: client.network, account: actor.accountId, address });
  await store.write(writes.requestVerification, actor, { address, mail: { language, limitKeys } });
}
