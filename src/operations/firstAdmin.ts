import type { AccountSummary } from '../model/account.ts';
import type { Actor } from '../model/actor.ts';
import { normalEmail } from '../model/email.ts';
import { firstAdminLife } from '../model/linkToken.ts';
import { Problem } from '../model/problem.ts';
import { findAccountByNormalEmail } from '../store/account.ts';
import { replaceToken } from '../store/linkToken.ts';
import type { Transaction } from '../store/store.ts';
import { signUp } from './account.ts';
import { isOperator, operatorEmail, takeLink } from './linkToken.ts';

/**
 * Creates the one-time address at which the operator makes their account; an earlier address stops working.
 *
 * @param tokenHash SHA-256 of its token in hexadecimal
 */
export async function createAdminLink(tx: Transaction, _actor: Actor, tokenHash: string): Promise<void> {
  const email = normalEmail(operatorEmail);
  const operator = await findAccountByNormalEmail(tx, email);
  if (!operator || operator.suspendedAt !== null || !isOperator(operator))
    throw new Problem('forbidden', `${operatorEmail} is no administrator any more; use: rockola account add NAME EMAIL --role admin`);
  await replaceToken(tx, { hash: tokenHash, accountId: operator.id, purpose: 'reset', email, expiresAt: tx.now + firstAdminLife });
}

/** `tokenHash` as above; `passwordHash` is made before the transaction, since hashing is slow. */
export type FirstAdmin = { tokenHash: string; name: string; email: string; passwordHash: string };

/**
 * Uses up the address, and creates an administrator with a name and a password.
 *
 * @throws Problem `invalid-input` where the address does not work, `email-taken`
 */
export async function createFirstAdmin(tx: Transaction, actor: Actor, { tokenHash, ...chosen }: FirstAdmin): Promise<AccountSummary> {
  const { account } = await takeLink(tx, tokenHash, 'firstAdmin');
  return signUp(tx, { ...actor, accountId: account.id }, { ...chosen, role: 'admin', verified: true });
}
