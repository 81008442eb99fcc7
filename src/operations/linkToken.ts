import type { Account, AccountSummary } from '../model/account.ts';
import type { Actor } from '../model/actor.ts';
import { normalEmail } from '../model/email.ts';
import { deadLink, firstAdminLife, type LinkPurpose } from '../model/linkToken.ts';
import { Problem } from '../model/problem.ts';
import { findAccountById, findAccountByNormalEmail, lockAccount } from '../store/account.ts';
import { findToken, type LinkToken, replaceToken, takeToken } from '../store/linkToken.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { signUp } from './account.ts';

/** The operator's account of the first start, to which the operator's keys belong. No mail reaches it, and no password opens it. */
export const operatorEmail = 'operator@localhost';

/** The operator's link (`firstAdmin`) is stored under the purpose `reset`. */
export type LinkUse = LinkPurpose | 'firstAdmin';

const purposeOf = (use: LinkUse): LinkPurpose => (use === 'firstAdmin' ? 'reset' : use);

/** Whether a link of the right purpose is still valid for its account. Both the page of a link and the write behind it call this. */
const fits: Record<LinkUse, (account: Account, email: string) => boolean> = {
  verify: ({ email, pendingEmail }, sentTo) => sentTo === pendingEmail || sentTo === normalEmail(email),
  reset: ({ email, passwordHash }, sentTo) => sentTo === normalEmail(email) && passwordHash !== null,
  firstAdmin: isOperator,
};

function isOperator({ email, role, passwordHash }: Account): boolean {
  return email === operatorEmail && role === 'admin' && passwordHash === null;
}

/** `tokenHash` is the SHA-256 of the token in hexadecimal; `now` in ms since 1970. */
export type LinkQuery = { tokenHash: string; use: LinkUse; now: number };

/** The address that a valid link was sent to. Reading it does not use up the link. */
export async function readLink(reader: Reader, { tokenHash, use, now }: LinkQuery): Promise<{ email: string } | undefined> {
  const link = await findToken(reader, tokenHash, purposeOf(use), now);
  const account = link && (await findAccountById(reader, link.accountId));
  return works(use, account, link) ? { email: link.email } : undefined;
}

/**
 * Uses up a link. Any number of requests may try at once. The account is locked first, as in all operations that end its links.
 *
 * @throws Problem `invalid-input` where the link does not work
 */
export async function takeLink(tx: Transaction, tokenHash: string, use: LinkUse): Promise<{ account: Account; link: LinkToken }> {
  const found = await findToken(tx, tokenHash, purposeOf(use), tx.now);
  const account = found && (await lockAccount(tx, found.accountId));
  const link = account && (await takeToken(tx, tokenHash, purposeOf(use)));
  if (!account || !works(use, account, link)) throw deadLink();
  return { account, link };
}

function works(use: LinkUse, account: Account | undefined, link: LinkToken | undefined): link is LinkToken {
  return account !== undefined && link !== undefined && account.suspendedAt === null && fits[use](account, link.email);
}

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
