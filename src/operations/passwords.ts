import type { Actor } from '../model/actor.ts';
import type { MailLanguage } from '../model/mail.ts';
import { deliverable } from '../model/user.ts';
import { insertMail } from '../store/mail.ts';
import { deleteTokens } from '../store/mailToken.ts';
import type { Transaction } from '../store/store.ts';
import { updatePassword } from '../store/user.ts';
import { logEvent } from './accountEvents.ts';
import { demandSameHash, lockOwnAccount } from './ownAccount.ts';
import { endOtherSessions } from './sessions.ts';

/** `verifiedHash` is what the current password was held against before the transaction; `language` of the mail that tells of it, null for none. */
export type PasswordChange = { verifiedHash: string; newHash: string; language: MailLanguage | null };

/**
 * Gives who acts another password and ends all their other logins, whoever has them, and the links that were sent to them.
 *
 * @throws Problem `invalid-input` where the password was changed meanwhile
 */
export async function changePassword(tx: Transaction, actor: Actor, input: PasswordChange): Promise<void> {
  const account = await lockOwnAccount(tx, actor);
  demandSameHash(account, input.verifiedHash, '/current_password');
  await updatePassword(tx, account.id, input.newHash);
  await endOtherSessions(tx, account.id, actor.sessionId);
  await deleteTokens(tx, account.id);
  await logEvent(tx, actor, account.id, 'password-changed');
  const { language } = input;
  if (language) await insertMail(tx, { kind: 'password-changed', address: deliverable(account.email), language });
}
