import type { Actor } from '../model/actor.ts';
import { deliverable } from '../model/email.ts';
import { isLinkPurpose, linkLife } from '../model/linkToken.ts';
import type { Mail, MailKind, MailLanguage } from '../model/mail.ts';
import { requireAdmitted, type Verdict } from '../model/rateLimits.ts';
import { replaceToken } from '../store/linkToken.ts';
import { findRecipient, insertMail, removeMail, takeDueMail } from '../store/mail.ts';
import type { Transaction } from '../store/store.ts';
import { countTry, type LimitKey } from './tries.ts';

export type Postage = { language: MailLanguage; limitKeys: LimitKey[] };

type AskedMail = Postage & { kind: MailKind; address: string };

/** Puts a mail into the outbox. It is counted only if the transaction commits. @throws Problem `too-many-requests` */
export async function postMail(tx: Transaction, actor: Actor, mail: AskedMail): Promise<void> {
  for (const verdict of await postMailIfAdmitted(tx, actor, mail)) requireAdmitted(verdict);
}

/** Like `postMail`, for a change that is made even if its mail exceeds a limit. */
export async function postMailIfAdmitted(tx: Transaction, actor: Actor, mail: AskedMail): Promise<Verdict[]> {
  const counted = await countTry(tx, actor, mail.limitKeys);
  if (!counted.some(({ refused }) => refused)) await insertMail(tx, mail);
  return counted;
}

/** A mail to send now. `to` is null if it has no recipient; it was then removed from the outbox. */
export type TakenMail = Omit<Mail, 'address'> & { to: string | null };

/**
 * Takes the next due mail for one sender, and stores its link.
 *
 * @param input.tokenHash SHA-256 of a new token, stored if the mail has a link; earlier links of its kind end
 */
export async function takeMail(tx: Transaction, actor: Actor, input: { tokenHash: string }): Promise<TakenMail | undefined> {
  const taken = await takeDueMail(tx);
  if (!taken) return undefined;
  const { address, ...mail } = taken;
  const { kind } = mail;
  if (!isLinkPurpose(kind)) return { ...mail, to: address };
  const recipient = await findRecipient(tx, kind, address);
  if (!recipient) {
    await removeMail(tx, actor, mail);
    return { ...mail, to: null };
  }
  const { accountId, to, email } = recipient;
  await replaceToken(tx, { hash: input.tokenHash, accountId, purpose: kind, email, expiresAt: tx.now + linkLife[kind] });
  return { ...mail, to: deliverable(to) };
}
