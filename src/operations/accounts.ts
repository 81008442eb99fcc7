import type { Account, ApiKey, Session } from '../model/account.ts';
import { type Actor, demand, type Role, type Scope, scopes } from '../model/actor.ts';
import { notFound, Problem } from '../model/problem.ts';
import { normalEmail, type User } from '../model/user.ts';
import * as keys from '../store/key.ts';
import { findSession, insertSession } from '../store/session.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { findAccount as findByEmail, insertUser, listAccounts as listRows, updateRole } from '../store/user.ts';

/** `passwordHash` is made before the transaction, since hashing is slow; null makes an account nobody can log in to. */
export type SignUp = { name: string; email: string; passwordHash: string | null; role: Role };

/** @throws Problem `email-taken` */
export async function signUp(tx: Transaction, _actor: Actor, input: SignUp): Promise<User> {
  const user = await insertUser(tx, { ...input, normalEmail: normalEmail(input.email) });
  if (!user) {
    const fault = { pointer: '/email', detail: 'has an account already' };
    throw new Problem('email-taken', 'The e-mail address has an account already; log in, or use another address.', { errors: [fault] });
  }
  return user;
}

/** The account of an address in any spelling, or undefined. */
export function findAccount(reader: Reader, email: string): Promise<Account | undefined> {
  return findByEmail(reader, normalEmail(email));
}

export function listAccounts(reader: Reader, _input: null): Promise<Account[]> {
  return listRows(reader);
}

/** Opens a session for a user whose password was verified, with an API key that lives as long. @returns the session's id */
export async function startSession(
  tx: Transaction,
  _actor: Actor,
  input: { userId: bigint; keyHash: string; expiresAt: number },
): Promise<bigint> {
  const { userId, keyHash: hash, expiresAt } = input;
  const sessionId = await insertSession(tx, userId, expiresAt);
  await keys.insertKey(tx, { userId, sessionId, name: 'login', hash, scopes: [...scopes], expiresAt });
  return sessionId;
}

export function readSession(reader: Reader, id: bigint): Promise<Session | undefined> {
  return findSession(reader, id);
}

/** @param hash SHA-256 of the key in hexadecimal */
export function readKey(reader: Reader, hash: string): Promise<ApiKey | undefined> {
  return keys.findKey(reader, hash);
}

/** @throws Problem `not-found` where no account has the address */
export async function setRole(tx: Transaction, actor: Actor, input: { email: string; role: Role }): Promise<User> {
  demand(actor, 'administer');
  const account = await demandAccount(tx, input.email);
  await updateRole(tx, account.id, input.role);
  return { id: account.id, name: account.name, email: account.email };
}

export type KeyOrder = { email: string; name: string; hash: string; scopes: Scope[]; expiresAt: number | null };

/** Makes a lasting key for a user. @returns its id @throws Problem `not-found` where no account has the address */
export async function createKey(tx: Transaction, actor: Actor, { email, ...key }: KeyOrder): Promise<bigint> {
  demand(actor, 'administer');
  const account = await demandAccount(tx, email);
  return keys.insertKey(tx, { ...key, userId: account.id, sessionId: null });
}

export function listKeys(reader: Reader, _input: null): Promise<ApiKey[]> {
  return keys.listKeys(reader);
}

/** @throws Problem `not-found` */
export async function revokeKey(tx: Transaction, actor: Actor, id: bigint): Promise<void> {
  demand(actor, 'administer');
  if (!(await keys.revokeKey(tx, id))) throw notFound(`key ${id}`);
}

async function demandAccount(tx: Transaction, email: string): Promise<Account> {
  const account = await findAccount(tx, email);
  if (!account) throw notFound(`account with the address ${email}`);
  return account;
}
