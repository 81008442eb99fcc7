import type { Actor } from '../model/actor.ts';
import type { Transaction } from '../store/store.ts';
import { updatePassword } from '../store/user.ts';
import { logEvent } from './accountEvents.ts';
import { demandSameHash, lockOwnAccount } from './ownAccount.ts';
import { endOtherSessions } from './sessions.ts';

/**
 * Gives who acts another password and ends all their other logins, whoever has them.
 *
 * @param input.verifiedHash the hash that the current password was held against before the transaction
 * @throws Problem `invalid-input` where the password was changed meanwhile
 */
export async function changePassword(tx: Transaction, actor: Actor, input: { verifiedHash: string; newHash: string }): Promise<void> {
  const account = await lockOwnAccount(tx, actor);
  demandSameHash(account, input.verifiedHash, '/current_password');
  await updatePassword(tx, account.id, input.newHash);
  await endOtherSessions(tx, account.id, actor.sessionId);
  await logEvent(tx, actor, account.id, 'password-changed');
}
