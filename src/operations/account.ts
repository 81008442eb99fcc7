import { type Account, type AccountQuery, type AccountSummary, showAccount } from '../model/account.ts';
import type { Actor, Role } from '../model/actor.ts';
import { normalEmail } from '../model/email.ts';
import { toJson } from '../model/json.ts';
import { idCursor, type SeekSlice, sliceOf } from '../model/page.ts';
import { changedMeanwhile, fieldError, notFound, Problem } from '../model/problem.ts';
import { type Conditions, contentTag } from '../model/versioned.ts';
import * as accounts from '../store/account.ts';
import { logEvent } from '../store/accountEvent.ts';
import { deleteTokens } from '../store/linkToken.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { requireOtherAdministrator } from './administrators.ts';
import { type Postage, postMailIfAdmitted } from './mail.ts';

/**
 * `passwordHash` is computed before the transaction, since hashing is slow; null: nobody can log in to the account. `verified`: the address
 * needs no confirmation. `mail` asks for the confirmation; if absent, none is sent.
 */
export type SignUp = Omit<accounts.NewAccount, 'normalEmail'> & { mail?: Postage | null };

/**
 * Sends no mail if the mailbox has received too many: strangers who sign up with tagged spellings of an address must not keep its owner
 * from signing up.
 *
 * @throws Problem `email-taken`
 */
export async function signUp(tx: Transaction, actor: Actor, input: SignUp): Promise<AccountSummary> {
  const user = await accounts.insertAccount(tx, { ...input, normalEmail: normalEmail(input.email) });
  if (!user) throw emailTaken();
  await logEvent(tx, actor, user.id, 'signed-up');
  if (input.mail) await postMailIfAdmitted(tx, actor, { ...input.mail, kind: 'verify', address: normalEmail(user.email) });
  return user;
}

export function emailTaken(): Problem {
  return new Problem('email-taken', 'The e-mail address has an account already; log in, or use another address.', {
    errors: [fieldError('/email', 'emailTaken')],
  });
}

/** The account of an address in any spelling, or undefined. */
export function findAccountByEmail(reader: Reader, email: string): Promise<Account | undefined> {
  return accounts.findAccountByNormalEmail(reader, normalEmail(email));
}

/** @throws Problem `not-found` */
export async function readAccount(reader: Reader, id: bigint): Promise<Account> {
  return requireFound(await accounts.findAccountById(reader, id), id);
}

/** Null if the account has chosen none, or does not exist. */
export async function publicNameOf(reader: Reader, id: bigint): Promise<string | null> {
  return (await accounts.findAccountById(reader, id))?.publicName ?? null;
}

/** One page of accounts in order of id, all of them or those whose name or address contains a text. */
export async function listAccounts(reader: Reader, query: AccountQuery): Promise<SeekSlice<Account>> {
  const oneMore = { ...query, limit: query.limit + 1n };
  if (query.search === undefined) {
    const found = await accounts.listAccounts(reader, oneMore);
    return sliceOf(found, query, await accounts.countAccounts(reader), idCursor);
  }
  const { found, total } = await accounts.searchAccounts(reader, oneMore);
  return sliceOf(found, query, total, idCursor);
}

export type AccountState = { role?: Role | undefined; suspended?: boolean | undefined };
/** `was`: the values that the page of a form showed. `ifMatch`: the entity tags of an API request. A command states neither. */
type Expected = { id: bigint; was?: AccountState; ifMatch?: Conditions['ifMatch'] };

/**
 * A change to the same values writes nothing.
 *
 * @throws Problem `not-found`, `forbidden` for one's own account, `precondition-failed` where the account has changed since
 */
export async function patchAccount(
  tx: Transaction,
  actor: Actor,
  { id, was, ifMatch, role, suspended }: Expected & AccountState,
): Promise<Account> {
  const account = await lockOther(tx, actor, id);
  requireMatch(account, ifMatch);
  if (was) requireAsShown(account, was, { role, suspended });
  const losesRights = (role !== undefined && role !== 'admin') || suspended === true;
  if (losesRights) await requireOtherAdministrator(tx, account);
  if (role !== undefined && role !== account.role) {
    await accounts.updateAccount(tx, id, { role });
    await logEvent(tx, actor, id, 'role-changed');
  }
  if (suspended !== undefined && suspended !== (account.suspendedAt !== null)) {
    await accounts.updateAccount(tx, id, { suspended_at: suspended ? tx.now : null });
    if (suspended) await deleteTokens(tx, id);
    await logEvent(tx, actor, id, suspended ? 'suspended' : 'reinstated');
  }
  return readAccount(tx, id);
}

/** @throws Problem `not-found`, `forbidden` for one's own account, `precondition-failed` where the account has changed since */
export async function removeAccount(tx: Transaction, actor: Actor, { id, was, ifMatch }: Expected): Promise<void> {
  const account = await lockOther(tx, actor, id);
  requireMatch(account, ifMatch);
  if (was) requireAsShown(account, was);
  await eraseAccount(tx, actor, account);
}

function requireMatch(account: Account, ifMatch: Conditions['ifMatch']): void {
  const etag = contentTag(toJson(showAccount(account)));
  if (ifMatch === undefined || ifMatch === '*' || ifMatch.includes(etag)) return;
  throw new Problem('precondition-failed', `The account is at ${etag}, which is not what the request expects. Nothing was changed.`, {
    etag,
  });
}

/** @param wanted the new values of a form. If the account has them already, its former values do not matter. A deletion has none. */
function requireAsShown({ role, suspendedAt }: Account, was: AccountState, wanted?: AccountState): void {
  const now = { role, suspended: suspendedAt !== null };
  const names = (['role', 'suspended'] as const).filter((name) => now[name] !== was[name]);
  const changed = names.filter((name) => !wanted || (wanted[name] !== undefined && wanted[name] !== now[name]));
  if (changed.length > 0) throw changedMeanwhile(...changed);
}

/**
 * Deletes an account with its logins and keys. Its number is never assigned again, and stays in the changes that it made.
 *
 * @param account locked in the transaction
 * @throws Problem `forbidden` where no administrator would be left
 */
export async function eraseAccount(tx: Transaction, actor: Actor, account: Account): Promise<void> {
  await requireOtherAdministrator(tx, account);
  await accounts.deleteAccount(tx, account.id);
  await logEvent(tx, actor, account.id, 'deleted');
}

async function lockOther(tx: Transaction, actor: Actor, id: bigint): Promise<Account> {
  if (actor.accountId === id) throw new Problem('forbidden', 'This is your own account; another administrator has to do that.');
  return requireFound(await accounts.lockAccount(tx, id), id);
}

function requireFound(account: Account | undefined, id: bigint): Account {
  if (!account) throw notFound(`account ${id}`);
  return account;
}
