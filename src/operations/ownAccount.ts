import type { Account } from '../model/account.ts';
import { type Actor, ownId } from '../model/actor.ts';
import { invalidToken } from '../model/challenge.ts';
import { deliverable, normalEmail } from '../model/email.ts';
import type { MailLanguage } from '../model/mail.ts';
import { changedMeanwhile, fieldError, invalidInput } from '../model/problem.ts';
import { findAccountById, findAccountByNormalEmail, lockAccount, setEmail, setPendingEmail, updateAccount } from '../store/account.ts';
import { logEvent } from '../store/accountEvent.ts';
import { deleteTokens } from '../store/linkToken.ts';
import { clearOtherPending, insertMail } from '../store/mail.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { endLogins } from './access.ts';
import { emailTaken, eraseAccount } from './account.ts';
import { type Postage, postMail } from './mail.ts';

/** @param id from the credential @throws Problem `invalid-token` where the account is gone */
export async function readOwnAccount(reader: Reader, id: bigint): Promise<Account> {
  return requireExisting(await findAccountById(reader, id));
}

/** Locks the account of the actor until the transaction ends. @throws Problem `invalid-token` where it is gone */
export async function lockOwnAccount(tx: Transaction, actor: Actor): Promise<Account> {
  return requireExisting(await lockAccount(tx, ownId(actor)));
}

type EmailChange = { email: string; mail: Postage };
export type ShownNames = { name: string; public_name: string };

/**
 * `was`: the values that the page of a form showed. `verifiedHash`: the hash against which the password was verified before the
 * transaction.
 */
export type OwnPatch = {
  name?: string | undefined;
  public_name?: string | null | undefined;
  was?: ShownNames | undefined;
  email?: (EmailChange & { verifiedHash: string }) | undefined;
};

/**
 * A change to the same values writes nothing. A new address replaces the old one once it is confirmed.
 *
 * @throws Problem `email-taken`, `precondition-failed`, or `invalid-input` where the password was changed meanwhile
 */
export async function patchOwnAccount(tx: Transaction, actor: Actor, { name, public_name, was, email }: OwnPatch): Promise<Account> {
  const account = await lockOwnAccount(tx, actor);
  const { id } = account;
  if (email) {
    requireSameHash(account, email.verifiedHash, '/current_password');
    await askEmailChange(tx, actor, account, email);
  }
  if (name !== undefined && name !== account.name) {
    if (was && was.name !== account.name) throw changedMeanwhile('name');
    await updateAccount(tx, id, { name });
    await logEvent(tx, actor, id, 'renamed');
  }
  if (public_name !== undefined && public_name !== account.publicName) {
    if (was && was.public_name !== (account.publicName ?? '')) throw changedMeanwhile('public_name');
    await updateAccount(tx, id, { public_name });
    await logEvent(tx, actor, id, 'renamed');
  }
  return readOwnAccount(tx, id);
}

/**
 * Stores a new address until its link is opened; until then the account keeps the old one. A change to the present address withdraws the
 * new one. Earlier links become invalid.
 *
 * @param account locked in the transaction
 * @throws Problem `email-taken`, `too-many-requests`
 */
async function askEmailChange(tx: Transaction, actor: Actor, account: Account, { email, mail }: EmailChange): Promise<void> {
  const wanted = deliverable(email);
  const owner = await findAccountByNormalEmail(tx, normalEmail(wanted));
  if (owner && owner.id !== account.id) throw emailTaken();
  await deleteTokens(tx, account.id);
  await setPendingEmail(tx, account.id, owner ? null : wanted);
  if (owner) return;
  await clearOtherPending(tx, account.id, normalEmail(wanted));
  await postMail(tx, actor, { ...mail, kind: 'verify', address: wanted });
  await logEvent(tx, actor, account.id, 'email-change-asked');
}

/**
 * Replaces the address of an account by the new, confirmed one, and sends a mail about that to the old one.
 *
 * @param language of that mail; null for none
 * @throws Problem `email-taken` where another account was quicker
 */
export async function changeEmail(tx: Transaction, account: Account, email: string, language: MailLanguage | null): Promise<void> {
  if (!(await setEmail(tx, account.id, email, normalEmail(email)))) throw emailTaken();
  if (language) await insertMail(tx, { kind: 'email-changed', address: deliverable(account.email), language });
}

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

/** @param input.verifiedHash the hash against which the password was verified before the transaction */
export async function deleteOwnAccount(tx: Transaction, actor: Actor, input: { verifiedHash: string }): Promise<void> {
  const account = await lockOwnAccount(tx, actor);
  requireSameHash(account, input.verifiedHash, '/password');
  await eraseAccount(tx, actor, account);
}

/**
 * The password is verified before the transaction, since hashing is slow. It may have been changed meanwhile.
 *
 * @throws Problem `invalid-input`
 */
function requireSameHash(account: Account, verifiedHash: string, pointer: string): void {
  if (account.passwordHash !== verifiedHash) throw invalidInput(fieldError(pointer, 'passwordChanged'));
}

function requireExisting(account: Account | undefined): Account {
  if (!account) throw invalidToken('The account of these credentials was removed.');
  return account;
}
