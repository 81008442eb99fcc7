import type { Account } from '../model/account.ts';
import { Problem } from '../model/problem.ts';
import { hasOtherAdministrator } from '../store/account.ts';
import type { Transaction } from '../store/store.ts';

/** What is held under this number is who the administrators are; accounts count from 1. */
const administrators = 0n;

/**
 * Lets changes of who is an administrator take turns, before anything of single accounts is held: of two who demote each
 * other at the same moment the second sees what the first did.
 */
export async function holdAdministrators(tx: Transaction): Promise<void> {
  await tx.lock(administrators, 'exclusive');
}

/**
 * To be asked before an account is demoted, suspended or removed.
 *
 * @param account locked in the transaction
 * @throws Problem `forbidden` where it is the last administrator who is not suspended
 */
export async function requireAdministratorLeft(tx: Transaction, { id, role, suspendedAt }: Account): Promise<void> {
  if (role !== 'admin' || suspendedAt !== null) return;
  await holdAdministrators(tx);
  if (await hasOtherAdministrator(tx, id)) return;
  throw new Problem('forbidden', 'This is the last administrator who is not suspended; give another account the role admin first.');
}
