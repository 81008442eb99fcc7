import type { Account } from '../model/account.ts';
import type { Actor } from '../model/actor.ts';
import { normalEmail } from '../model/email.ts';
import type { MailLanguage } from '../model/mail.ts';
import { notFound } from '../model/problem.ts';
import { findAccountByNormalEmail, lockAccount, setVerified } from '../store/account.ts';
import { logEvent } from '../store/accountEvent.ts';
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
