import type { Account } from '../model/account.ts';
import { type Actor, demand } from '../model/actor.ts';
import { deadLink } from '../model/linkToken.ts';
import type { MailLanguage } from '../model/mail.ts';
import { notFound } from '../model/problem.ts';
import { deliverable, normalEmail } from '../model/user.ts';
import { clearOtherPending, insertMail } from '../store/mail.ts';
import { deleteTokens, takeToken } from '../store/mailToken.ts';
import type { Transaction } from '../store/store.ts';
import { findAccount, lockAccount, setEmail, setPendingEmail, setVerified } from '../store/user.ts';
import { logEvent } from './accountEvents.ts';
import { emailTaken } from './accounts.ts';
import { revokeKeysOf } from './keys.ts';
import { demandSameHash, lockOwnAccount } from './ownAccount.ts';
import { endOtherSessions } from './sessions.ts';

/** Asks for a link to confirm the address that waits for it: a new one, else the account's own. Where none waits, nothing is sent. */
export async function requestVerification(tx: Transaction, actor: Actor, { language }: { language: MailLanguage }): Promise<void> {
  const { pendingEmail, verifiedAt, email } = await lockOwnAccount(tx, actor);
  const address = pendingEmail ?? (verifiedAt === null ? normalEmail(email) : undefined);
  if (address !== undefined) await insertMail(tx, { kind: 'verify', address, language });
}

/** `verifiedHash` is what the current password was held against before the transaction. */
export type EmailChange = { email: string; verifiedHash: string; language: MailLanguage };

/**
 * Keeps a new address until its link is opened; until then the old one counts. One's own address takes a new one back.
 *
 * @throws Problem `email-taken`, or `invalid-input` where the password was changed meanwhile
 */
export async function askEmailChange(tx: Transaction, actor: Actor, { email, verifiedHash, language }: EmailChange): Promise<void> {
  const account = await lockOwnAccount(tx, actor);
  demandSameHash(account, verifiedHash, '/current_password');
  const wanted = deliverable(email);
  const owner = await findAccount(tx, normalEmail(wanted));
  if (owner && owner.id !== account.id) throw emailTaken();
  await deleteTokens(tx, account.id);
  await setPendingEmail(tx, account.id, owner ? null : wanted);
  if (owner) return;
  await clearOtherPending(tx, account.id, wanted);
  await insertMail(tx, { kind: 'verify', address: wanted, language });
  await logEvent(tx, actor, account.id, 'email-change-asked');
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
  if (claim.email === account.pendingEmail) await moveTo(tx, account, claim.email, language);
  else if (claim.email === normalEmail(account.email)) await setVerified(tx, account.id);
  else throw deadLink();
  await logEvent(tx, { ...actor, userId: account.id }, account.id, 'email-confirmed');
}

async function moveTo(tx: Transaction, account: Account, email: string, language: MailLanguage | null): Promise<void> {
  if (!(await setEmail(tx, account.id, email, normalEmail(email)))) throw emailTaken();
  await deleteTokens(tx, account.id);
  if (language) await insertMail(tx, { kind: 'email-changed', address: deliverable(account.email), language });
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
