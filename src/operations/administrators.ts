import type { Account } from '../model/account.ts';
import { Problem } from '../model/problem.ts';
import { hasOtherAdministrator } from '../store/account.ts';
import type { Transaction } from '../store/store.ts';

/** The lock of the list of administrators is that of account 0, which does not exist. */
const administrators = 0n;

/** Of two administrators who demote each other at once, the second is refused. Lock the list before any account. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.lock(administrators, 'exclusive');
}

/**
 * Call it before an account is demoted, suspended or removed.
 *
 * @param account locked in the transaction
 * @throws Problem `forbidden` where it is the last administrator who is not suspended
 */
export async function requireOtherAdministrator(tx: Transaction, { id, role, suspendedAt }: Account): Promise<void> {
  if (role !== 'admin' || suspendedAt !== null) return;
  // Locked already, unless the account became an administrator during its own request.
  await lockAdministrators(tx);
  if (await hasOtherAdministrator(tx, id)) return;
  throw new Problem('forbidden', 'This is the last administrator who is not suspended; give another account the role admin first.');
}
