import type { Actor } from '../model/actor.ts';
import { deliverable } from '../model/email.ts';
import { updatePassword } from '../store/account.ts';
import type { Transaction } from '../store/store.ts';
import { endLogins } from './access.ts';
import { logEvent } from './accountEvent.ts';
import { type Postage, postMail } from './mail.ts';
import { lockOwnAccount, requireSameHash } from './ownAccount.ts';

/** `verifiedHash` is what the current password was held against before the transaction; `mail` tells of it, null for none. */
export type PasswordChange = { verifiedHash: string; newHash: string; mail: Postage | null };

/**
 * Gives who acts another password and ends what someone may have who knew the old one: all other logins, links, and an address
 * that waits.
 *
 * @throws Problem `invalid-input` where the password was changed meanwhile, `too-many-requests`
 */
export async function changePassword(tx: Transaction, actor: Actor, input: PasswordChange): Promise<void> {
  const account = await lockOwnAccount(tx, actor);
  requireSameHash(account, input.verifiedHash, '/current_password');
  await updatePassword(tx, account.id, input.newHash);
  await endLogins(tx, account.id, actor.sessionId);
  await logEvent(tx, actor, account.id, 'password-changed');
  if (input.mail) await postMail(tx, actor, { ...input.mail, kind: 'password-changed', address: deliverable(account.email) });
}
