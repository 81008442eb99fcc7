import { type Actor, demand } from '../model/actor.ts';
import { deadLink, linkLife } from '../model/linkToken.ts';
import type { MailLanguage } from '../model/mail.ts';
import { notFound, Problem } from '../model/problem.ts';
import { deliverable, normalEmail } from '../model/user.ts';
import { insertMail } from '../store/mail.ts';
import { deleteTokens, replaceToken, takeToken } from '../store/mailToken.ts';
import type { Transaction } from '../store/store.ts';
import { findAccount, lockAccount, setPendingEmail, setVerified, updatePassword } from '../store/user.ts';
import { logEvent } from './accountEvents.ts';
import { revokeKeysOf } from './keys.ts';
import { endOtherSessions } from './sessions.ts';

/** Asks for a link. Whether the address has an account is for the sender to find out, so that nothing here tells. */
export async function requestReset(tx: Transaction, _actor: Actor, input: { email: string; language: MailLanguage }): Promise<void> {
  await insertMail(tx, { kind: 'reset', address: normalEmail(input.email), language: input.language });
}

/** `language` of the mail that tells of it; null for none. */
export type Reset = { tokenHash: string; passwordHash: string; language: MailLanguage | null };

/**
 * Uses a link up: the account gets the password, all its logins and other links end, and its address is proved. What was
 * made before it was ever proved may be someone else's, so then the lasting keys end too.
 *
 * @throws Problem `invalid-input` where the link does not work
 */
export async function resetPassword(tx: Transaction, actor: Actor, { tokenHash, passwordHash, language }: Reset): Promise<void> {
  const claim = await takeToken(tx, tokenHash, 'reset');
  const account = claim && (await lockAccount(tx, claim.userId));
  if (!account || account.suspendedAt !== null || claim.email !== normalEmail(account.email)) throw deadLink();
  const { id } = account;
  if (account.verifiedAt === null) await revokeKeysOf(tx, id);
  await setVerified(tx, id);
  await updatePassword(tx, id, passwordHash);
  await setPendingEmail(tx, id, null);
  await endOtherSessions(tx, id, null);
  await deleteTokens(tx, id);
  await logEvent(tx, { ...actor, userId: id }, id, 'password-reset');
  if (language) await insertMail(tx, { kind: 'password-changed', address: deliverable(account.email), language });
}

/**
 * Makes a link that the operator hands over, where no mail is sent.
 *
 * @param input.tokenHash SHA-256 of the link's token in hexadecimal
 * @returns the address of the account
 * @throws Problem `not-found`, or `forbidden` where the account cannot have one
 */
export async function createResetLink(tx: Transaction, actor: Actor, input: { email: string; tokenHash: string }): Promise<string> {
  demand(actor, 'administer');
  const address = normalEmail(input.email);
  const account = await findAccount(tx, address);
  if (!account) throw notFound(`account with the address ${input.email}; see: rockola user list`);
  if (account.passwordHash === null) throw new Problem('forbidden', `${account.email} has no password; it works by keys: rockola key add`);
  if (account.suspendedAt !== null) throw new Problem('forbidden', `${account.email} is suspended; first: rockola user restore`);
  const expiresAt = tx.now + linkLife.reset;
  await replaceToken(tx, { hash: input.tokenHash, userId: account.id, purpose: 'reset', email: address, expiresAt });
  return account.email;
}
