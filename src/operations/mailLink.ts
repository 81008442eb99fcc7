import type { Account } from '../model/account.ts';
import type { Actor } from '../model/actor.ts';
import { deliverable, normalEmail } from '../model/email.ts';
import { linkLife } from '../model/linkToken.ts';
import type { MailLanguage } from '../model/mail.ts';
import { notFound, Problem } from '../model/problem.ts';
import { findAccountByNormalEmail, lockAccount, setVerified, updateAccount } from '../store/account.ts';
import { logEvent } from '../store/accountEvent.ts';
import { replaceToken } from '../store/linkToken.ts';
import { insertMail } from '../store/mail.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { endAccess } from './access.ts';
import { takeLink } from './linkToken.ts';
import { type Postage, postMail } from './mail.ts';
import { changeEmail, lockOwnAccount, readOwnAccount } from './ownAccount.ts';

/**
 * The address that waits for confirmation: an account's new one, else its present one; undefined if neither waits.
 *
 * @throws Problem `invalid-token`
 */
export async function unconfirmedAddress(reader: Reader, id: bigint): Promise<string | undefined> {
  return waitingAddress(await readOwnAccount(reader, id));
}

/** Requests a link to confirm an address. It is not sent if the address no longer waits. @throws Problem `too-many-requests` */
export async function requestVerification(
  tx: Transaction,
  actor: Actor,
  { address, mail }: { address: string; mail: Postage },
): Promise<void> {
  const waiting = waitingAddress(await lockOwnAccount(tx, actor));
  if (waiting === address) await postMail(tx, actor, { ...mail, kind: 'verify', address });
}

function waitingAddress({ pendingEmail, verifiedAt, email }: Account): string | undefined {
  return pendingEmail ?? (verifiedAt === null ? normalEmail(email) : undefined);
}

/** `language`: of the mail that tells the former address about the change; null if none is sent. */
export type Confirmation = { tokenHash: string; language: MailLanguage | null };

/**
 * Uses up a link and confirms its address; a new address replaces that of the account. All earlier credentials of the account end, except
 * the password.
 *
 * @throws Problem `invalid-input` where the link does not work, `email-taken` where another account was quicker
 */
export async function verifyAddress(tx: Transaction, actor: Actor, { tokenHash, language }: Confirmation): Promise<void> {
  const { account, link } = await takeLink(tx, tokenHash, 'verify');
  if (link.email === account.pendingEmail) await changeEmail(tx, account, link.email, language);
  else await setVerified(tx, account.id);
  await endAccess(tx, account.id);
  await logEvent(tx, { ...actor, accountId: account.id }, account.id, 'email-confirmed');
}

/**
 * Confirms an address for the operator, with the effects of a link. An address that was confirmed before stays as it is.
 *
 * @returns the address
 * @throws Problem `not-found`
 */
export async function confirmAddress(tx: Transaction, actor: Actor, email: string): Promise<string> {
  const found = await findAccountByNormalEmail(tx, normalEmail(email));
  const account = found && (await lockAccount(tx, found.id));
  if (!account) throw notFound(`account with the address ${email}; see: rockola account list`);
  if (account.verifiedAt !== null) return account.email;
  await setVerified(tx, account.id);
  await endAccess(tx, account.id);
  await logEvent(tx, actor, account.id, 'email-confirmed');
  return account.email;
}

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
