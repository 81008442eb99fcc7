import type { Actor } from '../model/actor.ts';
import { deliverable, normalEmail } from '../model/email.ts';
import { linkLife } from '../model/linkToken.ts';
import type { MailLanguage } from '../model/mail.ts';
import { notFound, Problem } from '../model/problem.ts';
import { findAccountByNormalEmail, setVerified, updateAccount } from '../store/account.ts';
import { logEvent } from '../store/accountEvent.ts';
import { replaceToken } from '../store/linkToken.ts';
import { insertMail } from '../store/mail.ts';
import type { Transaction } from '../store/store.ts';
import { endAccess } from './access.ts';
import { takeLink } from './linkToken.ts';

/**
 * Requests a link. Only the sender of mail checks whether the address has an account, so the duration of this request does not reveal it.
 */
export async function requestReset(tx: Transaction, _actor: Actor, input: { email: string; language: MailLanguage }): Promise<void> {
  await insertMail(tx, { kind: 'reset', address: normalEmail(input.email), language: input.language });
}

/** `language` of the mail about the change; null for none. */
export type Reset = { tokenHash: string; passwordHash: string; language: MailLanguage | null };

/**
 * Uses up a link: sets the account's password, confirms its address, and ends all earlier credentials.
 *
 * @throws Problem `invalid-input` where the link does not work
 */
export async function resetPassword(tx: Transaction, actor: Actor, { tokenHash, passwordHash, language }: Reset): Promise<void> {
  const { account } = await takeLink(tx, tokenHash, 'reset');
  const { id } = account;
  await setVerified(tx, id);
  await updateAccount(tx, id, { password_hash: passwordHash });
  await endAccess(tx, id);
  await logEvent(tx, { ...actor, accountId: id }, id, 'password-reset');
  if (language) await insertMail(tx, { kind: 'password-changed', address: deliverable(account.email), language });
}

/**
 * Creates a link that the operator hands over, for a service without mail.
 *
 * @param input.tokenHash SHA-256 of the link's token in hexadecimal
 * @returns the address of the account
 * @throws Problem `not-found`, or `forbidden` where the account cannot have one
 */
export async function createResetLink(tx: Transaction, _actor: Actor, input: { email: string; tokenHash: string }): Promise<string> {
  const address = normalEmail(input.email);
  const account = await findAccountByNormalEmail(tx, address);
  if (!account) throw notFound(`account with the address ${input.email}; see: rockola account list`);
  if (account.passwordHash === null) throw new Problem('forbidden', `${account.email} has no password; it has only keys: rockola key add`);
  if (account.suspendedAt !== null) throw new Problem('forbidden', `${account.email} is suspended; first: rockola account reinstate`);
  const expiresAt = tx.now + linkLife.reset;
  await replaceToken(tx, { hash: input.tokenHash, accountId: account.id, purpose: 'reset', email: address, expiresAt });
  return account.email;
}
