import { setPendingEmail } from '../store/account.ts';
import { revokeKeysOf } from '../store/key.ts';
import { deleteTokens } from '../store/linkToken.ts';
import { endSessions } from '../store/session.ts';
import type { Transaction } from '../store/store.ts';

export type LoggedOut = { logins: number; links: number };

/**
 * Ends the logins of an account, except `keep`, and its links. Withdraws a new address that waits for confirmation: an intruder may have
 * requested it. Lasting keys stay valid.
 */
export async function endLogins(tx: Transaction, accountId: bigint, keep: bigint | null = null): Promise<LoggedOut> {
  await setPendingEmail(tx, accountId, null);
  return { logins: await endSessions(tx, accountId, keep), links: await deleteTokens(tx, accountId) };
}

/**
 * Ends all credentials of an account except its password, once someone has proved that the address is theirs: earlier logins and keys may
 * be another person's.
 */
export async function endAccess(tx: Transaction, accountId: bigint): Promise<void> {
  await endLogins(tx, accountId);
  await revokeKeysOf(tx, accountId);
}
