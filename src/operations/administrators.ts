import type { Account } from '../model/account.ts';
import { Problem } from '../model/problem.ts';
import { hasOtherAdministrator } from '../store/account.ts';
import type { Transaction } from '../store/store.ts';

/** The id of the lock of all administrators, among the locks of accounts, whose ids begin at 1. */
const administrators = 0n;

/**
 * Locks the list of administrators, before any account is locked: if two demote each other at once, the second sees what the first
 * did.
 */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.lock(administrators, 'exclusive');
}

/**
 * Call it before an account is demoted, suspended or removed.
 *
 * @param account locked in the transaction
 * @throws Problem `forbidden` where it is the last administrator who is not suspended
 */
export async function requireAdministratorLeft(tx: Transaction, { id, role, suspendedAt }: Account): Promise<void> {
  if (role !== 'admin' || suspendedAt !== null) return;
  await lockAdministrators(tx);
  if (await hasOtherAdministrator(tx, id)) return;
  throw new Problem('forbidden', 'This is the last administrator who is not suspended; give another account the role admin first.');
}
