import type { Actor } from '../model/actor.ts';
import { deliverable } from '../model/email.ts';
import { updateAccount } from '../store/account.ts';
import { logEvent } from '../store/accountEvent.ts';
import type { Transaction } from '../store/store.ts';
import { endLogins } from './access.ts';
import { type Postage, postMail } from './mail.ts';
import { lockOwnAccount, requireSameHash } from './ownAccount.ts';

/**
 * `verifiedHash`: the hash against which the current password was verified before the transaction. `mail`: about the change; null for none.
 */
export type PasswordChange = { verifiedHash: string; newHash: string; mail: Postage | null };

/**
 * Replaces the actor's password. All other logins and links end, and a new address that waits for confirmation is withdrawn: someone who
 * knew the old password may have requested them.
 *
 * @throws Problem `invalid-input` where the password was changed meanwhile, `too-many-requests`
 */
export async function changePassword(tx: Transaction, actor: Actor, input: PasswordChange): Promise<void> {
  const account = await lockOwnAccount(tx, actor);
  requireSameHash(account, input.verifiedHash, '/current_password');
  await updateAccount(tx, account.id, { password_hash: input.newHash });
  await endLogins(tx, account.id, actor.sessionId);
  await logEvent(tx, actor, account.id, 'password-changed');
  if (input.mail) await postMail(tx, actor, { ...input.mail, kind: 'password-changed', address: deliverable(account.email) });
}
