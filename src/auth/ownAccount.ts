import type { Client } from '../limits/client.ts';
import type { Limits } from '../limits/limit.ts';
import type { Account, OwnAccountPatch } from '../model/account.ts';
import { type Actor, ownId } from '../model/actor.ts';
import type { MailLanguage } from '../model/mail.ts';
import { type PasswordChange, passwordFault } from '../model/password.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import { unconfirmedAddress } from '../operations/verification.ts';
import { writes } from '../operations/writes.ts';
import type { Store } from '../store/store.ts';
import { withOwnPassword } from './ownPassword.ts';
import type { WithHashing } from './password.ts';

// What people do with their own account, for both doors; each throws what `withOwnPassword` does.

type Means = { store: Store; limits: Limits };
type Who = { actor: Actor; client: Client; withHashing: WithHashing };

/**
 * @param change.was the name that the page of a form showed
 * @param requireMail the language of the mail to a new address, or a refusal
 * @throws Problem `email-taken`, `mail-off`, `precondition-failed`
 */
export async function patchOwnAccount(
  { name, was, ...change }: OwnAccountPatch & { was?: string },
  who: Who,
  requireMail: () => MailLanguage,
  means: Means,
): Promise<Account> {
  const email = await provenEmail(change, who, requireMail, means);
  return means.store.write(writes.patchOwnAccount, who.actor, { name, was, email });
}

/** A new address with what proves that its owner asks, and what goes with the mail to it. */
async function provenEmail({ email, current_password }: OwnAccountPatch, who: Who, requireMail: () => MailLanguage, means: Means) {
  if (email === undefined || current_password === undefined) return undefined;
  const language = requireMail();
  const given = { password: current_password, pointer: '/current_password' };
  const verifiedHash = await withOwnPassword(means, who, given, async ({ passwordHash }) => passwordHash);
  const limitKeys = means.limits.mailLimits('verify', { network: who.client.network, account: who.actor.accountId, address: email });
  return { email, mail: { language, limitKeys }, verifiedHash };
}

/** @param language of the mail that tells of it; null for none */
export async function changePassword(
  { current_password, password }: PasswordChange,
  who: Who,
  language: MailLanguage | null,
  means: Means,
): Promise<void> {
  const given = { password: current_password, pointer: '/current_password' };
  const { account, newHash } = await withOwnPassword(means, who, given, async (account, hashing) => {
    const fault = passwordFault(password, account.email);
    if (fault) throw invalidInput(fieldError('/password', ...fault));
    return { account, newHash: await hashing.hash(password) };
  });
  const { client, actor } = who;
  const posting = { network: client.network, account: actor.accountId, address: account.email, confirmed: account.verifiedAt !== null };
  const mail = language && { language, limitKeys: means.limits.mailLimits('password-changed', posting) };
  await means.store.write(writes.changePassword, actor, { verifiedHash: account.passwordHash, newHash, mail });
}

export async function deleteOwnAccount(password: string, who: Who, means: Means): Promise<void> {
  const given = { password, pointer: '/password' };
  await withOwnPassword(means, who, given, ({ passwordHash }) =>
    means.store.write(writes.deleteOwnAccount, who.actor, { verifiedHash: passwordHash }),
  );
}

/** Asks for another link to the address that is not confirmed yet, where there is one. */
export async function requestVerification(
  { actor, client }: Pick<Who, 'actor' | 'client'>,
  language: MailLanguage,
  { store, limits }: Means,
): Promise<void> {
  const address = await store.read(unconfirmedAddress, ownId(actor));
  if (address === undefined) return;
  const limitKeys = limits.mailLimits('verify', { network: client.network, account: actor.accountId, address });
  await store.write(writes.requestVerification, actor, { address, mail: { language, limitKeys } });
}
