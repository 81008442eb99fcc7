import { type Actor, ownId, scopes } from '../model/actor.ts';
import { invalidLogin } from '../model/challenge.ts';
import { type PageQuery, type Slice, sliceOf } from '../model/page.ts';
import { notFound } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import { insertKey } from '../store/key.ts';
import * as sessions from '../store/session.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { lockAccount, updatePassword } from '../store/user.ts';
import { logEvent } from './accountEvents.ts';
import { lockOwnAccount } from './ownAccount.ts';

/**
 * `verifiedHash` is what the password was held against before the transaction; `newHash` replaces it where its parameters
 * are below today's. `keyHash` is the SHA-256 of the login's API key in hexadecimal, `device` what the program calls itself.
 */
export type Login = {
  userId: bigint;
  verifiedHash: string;
  newHash: string | undefined;
  keyHash: string;
  expiresAt: number;
  device: string;
};

/**
 * Opens a session for a user whose password was verified, with an API key that lives as long.
 *
 * @returns the session's id
 * @throws Problem `invalid-login` where the account was changed, suspended or removed meanwhile
 */
export async function startSession(tx: Transaction, _actor: Actor, input: Login): Promise<bigint> {
  const { userId, verifiedHash, newHash, keyHash: hash, expiresAt, device } = input;
  const account = await lockAccount(tx, userId);
  if (account?.passwordHash !== verifiedHash || account.suspendedAt !== null) throw invalidLogin();
  if (newHash) await updatePassword(tx, userId, newHash);
  const sessionId = await sessions.insertSession(tx, userId, expiresAt, device);
  const keyId = await insertKey(tx, { userId, sessionId, name: 'login', hash, scopes: [...scopes], expiresAt });
  await logEvent(tx, { userId, role: account.role, scopes, sessionId, keyId }, userId, 'logged-in', sessionId);
  return sessionId;
}

export function readSession(reader: Reader, id: bigint): Promise<Session | undefined> {
  return sessions.findSession(reader, id);
}

/** One page of a user's logins that are in force at `now` (ms since 1970). */
export async function listSessions(reader: Reader, input: { userId: bigint; now: number; page: PageQuery }): Promise<Slice<Session>> {
  const { userId, now, page } = input;
  const found = await sessions.listSessions(reader, userId, now, { ...page, limit: page.limit + 1n });
  return sliceOf(found, page, await sessions.countSessions(reader, userId, now));
}

/** Ends a login of who acts, with its token and key. @throws Problem `not-found` where they have no such login */
export async function endSession(tx: Transaction, actor: Actor, id: bigint): Promise<void> {
  const userId = ownId(actor);
  if (!(await sessions.endSession(tx, userId, id))) throw notFound(`login ${id} of this account`);
  await logEvent(tx, actor, userId, 'session-ended', id);
}

/** Ends all logins of who acts, the one that asks too. */
export async function endAllSessions(tx: Transaction, actor: Actor, _input: null): Promise<void> {
  const { id } = await lockOwnAccount(tx, actor);
  await endOtherSessions(tx, id, null);
  await logEvent(tx, actor, id, 'sessions-ended');
}

/** Ends all logins of a user but `keep`, with their tokens and keys. @returns how many */
export function endOtherSessions(tx: Transaction, userId: bigint, keep: bigint | null): Promise<number> {
  return sessions.endSessions(tx, userId, keep);
}
