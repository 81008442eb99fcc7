import { type Actor, demand } from '../model/actor.ts';
import { deadLink } from '../model/linkToken.ts';
import type { MailLanguage } from '../model/mail.ts';
import { notFound } from '../model/problem.ts';
import { normalEmail } from '../model/user.ts';
import { insertMail } from '../store/mail.ts';
import { takeToken } from '../store/mailToken.ts';
import type { Transaction } from '../store/store.ts';
import { findAccount, lockAccount, setVerified } from '../store/user.ts';
import { logEvent } from './accountEvents.ts';
import { changeEmail } from './emailChange.ts';
import { revokeKeysOf } from './keys.ts';
import { lockOwnAccount } from './ownAccount.ts';
import { endOtherSessions } from './sessions.ts';

/** Asks for a link to confirm the address that waits for it: a new one, else the account's own. Where none waits, nothing is sent. */
export async function requestVerification(tx: Transaction, actor: Actor, { language }: { language: MailLanguage }): Promise<void> {
  const { pendingEmail, verifiedAt, email } = await lockOwnAccount(tx, actor);
  const address = pendingEmail ?? (verifiedAt === null ? normalEmail(email) : undefined);
  if (address !== undefined) await insertMail(tx, { kind: 'verify', address, language });
}

/** `language` of the mail to the address that is given up; null for none. */
export type Confirmation = { tokenHash: string; language: MailLanguage | null };

/**
 * Uses a link up: the address it went to is its owner's, and counts from now on where it is a new one. Logins and lasting keys
 * from before any address was confirmed end, for they may be someone else's who signed up with it.
 *
 * @throws Problem `invalid-input` where the link does not work, `email-taken` where another account was quicker
 */
export async function verifyAddress(tx: Transaction, actor: Actor, { tokenHash, language }: Confirmation): Promise<void> {
  const claim = await takeToken(tx, tokenHash, 'verify');
  const account = claim && (await lockAccount(tx, claim.userId));
  if (!account) throw deadLink();
  if (account.verifiedAt === null) {
    await endOtherSessions(tx, account.id, null);
    await revokeKeysOf(tx, account.id);
  }
  if (claim.email === account.pendingEmail) await changeEmail(tx, account, claim.email, language);
  else if (claim.email === normalEmail(account.email)) await setVerified(tx, account.id);
  else throw deadLink();
  await logEvent(tx, { ...actor, userId: account.id }, account.id, 'email-confirmed');
}

/** The operator's word that an address is its owner's. @returns it @throws Problem `not-found` */
export async function confirmAddress(tx: Transaction, actor: Actor, email: string): Promise<string> {
  demand(actor, 'administer');
  const account = await findAccount(tx, normalEmail(email));
  if (!account) throw notFound(`account with the address ${email}; see: rockola user list`);
  await setVerified(tx, account.id);
  await logEvent(tx, actor, account.id, 'email-confirmed');
  return account.email;
}
