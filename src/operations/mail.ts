import { type Actor, demand } from '../model/actor.ts';
import { linkLife } from '../model/linkToken.ts';
import type { Mail } from '../model/mail.ts';
import { deliverable } from '../model/user.ts';
import { findRecipient, isMailDue, settleMail, takeDueMail } from '../store/mail.ts';
import { replaceToken } from '../store/mailToken.ts';
import type { Reader, Transaction } from '../store/store.ts';

/** A mail to be sent now. `to` is null where nobody is to get it; then it is out of the outbox already. */
export type TakenMail = Omit<Mail, 'address'> & { to: string | null };

/** @param now ms since 1970 */
export function mailIsDue(reader: Reader, now: number): Promise<boolean> {
  return isMailDue(reader, now);
}

/**
 * Takes the next mail that is due, for one sender alone, and makes its link good.
 *
 * @param input.tokenHash SHA-256 of a fresh token, kept where the mail is one that carries a link; earlier links of its
 * kind end
 */
export async function takeMail(tx: Transaction, actor: Actor, input: { tokenHash: string }): Promise<TakenMail | undefined> {
  demand(actor, 'administer');
  const taken = await takeDueMail(tx);
  if (!taken) return undefined;
  const { address, ...mail } = taken;
  const { kind } = mail;
  if (kind !== 'verify' && kind !== 'reset') return { ...mail, to: address };
  const recipient = await findRecipient(tx, kind, address);
  if (!recipient) {
    await settleMail(tx, mail);
    return { ...mail, to: null };
  }
  const { userId, to, email } = recipient;
  await replaceToken(tx, { hash: input.tokenHash, userId, purpose: kind, email, expiresAt: tx.now + linkLife[kind] });
  return { ...mail, to: deliverable(to) };
}

/** A mail was sent, or is given up. */
export async function removeMail(tx: Transaction, actor: Actor, mail: Pick<Mail, 'id' | 'askedAt'>): Promise<void> {
  demand(actor, 'administer');
  await settleMail(tx, mail);
}
