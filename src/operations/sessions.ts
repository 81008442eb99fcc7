import { type Actor, ownId, scopes } from '../model/actor.ts';
import { invalidLogin } from '../model/challenge.ts';
import { type PageQuery, type Slice, sliceOf } from '../model/page.ts';
import { notFound } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import { insertKey } from '../store/key.ts';
import { deleteEveryToken } from '../store/mailToken.ts';
import * as sessions from '../store/session.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { clearAllPending, lockAccount, updatePassword } from '../store/user.ts';
import { endLogins, type LoggedOut } from './access.ts';
import { logEvent } from './accountEvents.ts';
import { lockOwnAccount } from './ownAccount.ts';

/** Logins of an account that are in force at once; one more ends the oldest. */
const maxSessions = 100;

/**
 * `verifiedHash` is what the password was held against before the transaction; `newHash` replaces it where its parameters
 * are below today's. `sidHash` and `keyHash` are the SHA-256 of the login's name and of its API key in hexadecimal, `device` what the program calls itself.
 */
export type Login = {
  userId: bigint;
  verifiedHash: string;
  newHash: string | undefined;
  sidHash: string;
  keyHash: string;
  expiresAt: number;
  device: string;
};

/**
 * Opens a session for a user whose password was verified, with an API key that lives as long. Beyond a hundred the oldest
 * ends.
 *
 * @throws Problem `invalid-login` where the account was changed, suspended or removed meanwhile
 */
export async function startSession(tx: Transaction, _actor: Actor, input: Login): Promise<void> {
  const { userId, verifiedHash, newHash, sidHash, keyHash: hash, expiresAt, device } = input;
  const account = await lockAccount(tx, userId);
  if (account?.passwordHash !== verifiedHash || account.suspendedAt !== null) throw invalidLogin();
  if (newHash) await updatePassword(tx, userId, newHash);
  const sessionId = await sessions.insertSession(tx, { userId, sidHash, expiresAt, device });
  const keyId = await insertKey(tx, { userId, sessionId, madeBy: null, name: 'login', hash, scopes: [...scopes], expiresAt });
  const self: Actor = { userId, role: account.role, scopes, sessionId, keyId };
  await logEvent(tx, self, userId, 'logged-in', sessionId);
  for (const id of await sessions.endOldest(tx, userId, maxSessions)) await logEvent(tx, self, userId, 'session-ended', id);
}

/** @param sidHash SHA-256 of its name in hexadecimal */
export function readSession(reader: Reader, sidHash: string): Promise<Session | undefined> {
  return sessions.findSession(reader, sidHash);
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
  await sessions.endSessions(tx, id, null);
  await logEvent(tx, actor, id, 'sessions-ended');
}

/** Ends the logins and links of an account, or of all where none is named, and addresses that wait. @throws Problem `not-found` */
export async function logOut(tx: Transaction, actor: Actor, userId: bigint | null): Promise<LoggedOut> {
  if (userId === null) return logOutAll(tx, actor);
  if (!(await lockAccount(tx, userId))) throw notFound(`account ${userId}`);
  const ended = await endLogins(tx, userId);
  await logEvent(tx, actor, userId, 'sessions-ended');
  return ended;
}

async function logOutAll(tx: Transaction, actor: Actor): Promise<LoggedOut> {
  const owners = await sessions.endEverySession(tx);
  for (const userId of new Set(owners)) await logEvent(tx, actor, userId, 'sessions-ended');
  await clearAllPending(tx);
  return { logins: owners.length, links: await deleteEveryToken(tx) };
}
