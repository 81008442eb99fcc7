import type { Account, OwnAccountPatch } from '../model/account.ts';
import { ownId } from '../model/actor.ts';
import { normalEmail } from '../model/email.ts';
import type { MailLanguage } from '../model/mail.ts';
import { type PasswordChange, passwordFault } from '../model/password.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import { unconfirmedAddress } from '../operations/mailLink.ts';
import { readOwnAccount, type ShownNames } from '../operations/ownAccount.ts';
import { writes } from '../operations/writes.ts';
import type { AuthServices, Caller, Hashing } from './password.ts';

// Changes of one's own account, for the API and the site. Those that verify a password also throw what `withOwnPassword` throws.

/**
 * @param change.was the names that the form showed
 * @param requireMail returns the language of the mail to a new address; throws where the service sends no mail
 * @throws Problem `email-taken`, `mail-off`, `precondition-failed`
 */
export async function patchOwnAccount(
  { name, public_name, was, ...change }: OwnAccountPatch & { was?: ShownNames },
  caller: Caller,
  requireMail: () => MailLanguage,
  services: AuthServices,
): Promise<Account> {
  const email = await provenEmail(change, caller, requireMail, services);
  return services.store.write(writes.patchOwnAccount, caller.actor, { name, public_name, was, email });
}

/** Verifies the password. @returns the new address and the mail to it; undefined if the address stays */
async function provenEmail(
  { email, current_password }: OwnAccountPatch,
  caller: Caller,
  requireMail: () => MailLanguage,
  services: AuthServices,
) {
  if (email === undefined || current_password === undefined) return undefined;
  const language = requireMail();
  const entered = { password: current_password, pointer: '/current_password' };
  const verifiedHash = await withOwnPassword(services, caller, entered, async ({ passwordHash }) => passwordHash);
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
  services: AuthServices,
): Promise<void> {
  const entered = { password: current_password, pointer: '/current_password' };
  const { account, newHash } = await withOwnPassword(services, caller, entered, async (account, hashing) => {
    const fault = passwordFault(password, account.email);
    if (fault) throw invalidInput(fieldError('/password', ...fault));
    return { account, newHash: await hashing.hash(password) };
  });
  const { client, actor } = caller;
  const recipient = { network: client.network, account: actor.accountId, address: account.email, confirmed: account.verifiedAt !== null };
  const mail = language && { language, limitKeys: services.limits.mailLimits('password-changed', recipient) };
  await services.store.write(writes.changePassword, actor, { verifiedHash: account.passwordHash, newHash, mail });
}

export async function deleteOwnAccount(password: string, caller: Caller, services: AuthServices): Promise<void> {
  const entered = { password, pointer: '/password' };
  await withOwnPassword(services, caller, entered, ({ passwordHash }) =>
    services.store.write(writes.deleteOwnAccount, caller.actor, { verifiedHash: passwordHash }),
  );
}

/** Sends another link to an address that is not confirmed yet. Does nothing if there is none. */
export async function requestVerification(
  { actor, client }: Pick<Caller, 'actor' | 'client'>,
  language: MailLanguage,
  { store, limits }: AuthServices,
): Promise<void> {
  const address = await store.read(unconfirmedAddress, ownId(actor));
  if (address === undefined) return;
  const limitKeys = limits.mailLimits('verify', { network: client.network, account: actor.accountId, address });
  await store.write(writes.requestVerification, actor, { address, mail: { language, limitKeys } });
}

/**
 * Verifies the actor's password, outside any transaction. Each attempt counts as a login, so that a stolen token does not make guessing
 * faster.
 *
 * @param entered the password, and the pointer to its member
 * @param next is called if the password is right; it may hash in the same slot
 * @throws Problem `invalid-input` where the password is wrong, `invalid-token` where the account is gone, `too-many-requests`,
 * `unavailable` where too many requests hash
 */
async function withOwnPassword<T>(
  { store, limits }: AuthServices,
  { actor, client, withHashing }: Caller,
  entered: { password: string; pointer: string },
  next: (account: Account & { passwordHash: string }, hashing: Hashing) => Promise<T>,
): Promise<T> {
  const account = await store.read(readOwnAccount, ownId(actor));
  const { passwordHash, email } = account;
  return withHashing(normalEmail(email), async (hashing) => {
    const attempt = await limits.admitTry(client, 'login', email);
    const matches = await hashing.verify(passwordHash, entered.password);
    if (passwordHash === null || !matches) throw invalidInput(fieldError(entered.pointer, 'wrongPassword'));
    attempt.succeeded();
    return next({ ...account, passwordHash }, hashing);
  });
}
