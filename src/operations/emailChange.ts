import type { Account } from '../model/account.ts';
import type { Actor } from '../model/actor.ts';
import { deliverable, normalEmail } from '../model/email.ts';
import type { MailLanguage } from '../model/mail.ts';
import { findAccountByNormalEmail, setEmail, setPendingEmail } from '../store/account.ts';
import { logEvent } from '../store/accountEvent.ts';
import { deleteTokens } from '../store/linkToken.ts';
import { clearOtherPending, insertMail } from '../store/mail.ts';
import type { Transaction } from '../store/store.ts';
import { emailTaken } from './account.ts';
import { type Postage, postMail } from './mail.ts';

export type EmailChange = { email: string; mail: Postage };

/**
 * Stores a new address until its link is opened; until then the account keeps the old one. A change to the present address withdraws the
 * new one. Earlier links become invalid.
 *
 * @param account locked in the transaction
 * @throws Problem `email-taken`, `too-many-requests`
 */
export async function askEmailChange(tx: Transaction, actor: Actor, account: Account, { email, mail }: EmailChange): Promise<void> {
  const wanted = deliverable(email);
  const owner = await findAccountByNormalEmail(tx, normalEmail(wanted));
  if (owner && owner.id !== account.id) throw emailTaken();
  await deleteTokens(tx, account.id);
  await setPendingEmail(tx, account.id, owner ? null : wanted);
  if (owner) return;
  await clearOtherPending(tx, account.id, normalEmail(wanted));
  await postMail(tx, actor, { ...mail, kind: 'verify', address: wanted });
  await logEvent(tx, actor, account.id, 'email-change-asked');
}

/**
 * Replaces the address of an account by the new, confirmed one, and sends a mail about that to the old one.
 *
 * @param language of that mail; null for none
 * @throws Problem `email-taken` where another account was quicker
 */
export async function changeEmail(tx: Transaction, account: Account, email: string, language: MailLanguage | null): Promise<void> {
  if (!(await setEmail(tx, account.id, email, normalEmail(email)))) throw emailTaken();
  if (language) await insertMail(tx, { kind: 'email-changed', address: deliverable(account.email), language });
}
