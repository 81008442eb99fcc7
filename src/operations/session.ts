import { type Actor, ownId, scopes } from '../model/actor.ts';
import { invalidLogin } from '../model/challenge.ts';
import { type PageQuery, type Slice, sliceOf } from '../model/page.ts';
import { notFound } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import { clearAllPending, lockAccount, updatePassword } from '../store/account.ts';
import { insertKey } from '../store/key.ts';
import { deleteEveryToken } from '../store/linkToken.ts';
import * as sessions from '../store/session.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { endLogins, type LoggedOut } from './access.ts';
import { logEvent } from './accountEvent.ts';
import { lockOwnAccount } from './ownAccount.ts';

/** Logins of an account that are in force at once; one more ends the oldest. */
const maxSessions = 100;

/**
 * `verifiedHash` is what the password was held against before the transaction; `newHash` replaces it where its parameters
 * are below today's. `sidHash` and `keyHash` are the SHA-256 of the login's name and of its API key in hexadecimal, `device` what the program calls itself.
 */
export type Login = {
  accountId: bigint;
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
  const { accountId, verifiedHash, newHash, sidHash, keyHash: hash, expiresAt, device } = input;
  const account = await lockAccount(tx, accountId);
  if (account?.passwordHash !== verifiedHash || account.suspendedAt !== null) throw invalidLogin();
  if (newHash) await updatePassword(tx, accountId, newHash);
  const sessionId = await sessions.insertSession(tx, { accountId, sidHash, expiresAt, device });
  const keyId = await insertKey(tx, { accountId, sessionId, madeBy: null, name: 'login', hash, scopes: [...scopes], expiresAt });
  const self: Actor = { accountId, role: account.role, scopes, sessionId, keyId };
  await logEvent(tx, self, accountId, 'logged-in', sessionId);
  for (const id of await sessions.endOldest(tx, accountId, maxSessions)) await logEvent(tx, self, accountId, 'session-ended', id);
}

/** @param sidHash SHA-256 of its name in hexadecimal */
export function readSession(reader: Reader, sidHash: string): Promise<Session | undefined> {
  return sessions.findSession(reader, sidHash);
}

/** One page of a user's logins that are in force at `now` (ms since 1970). */
export async function listSessions(reader: Reader, input: { accountId: bigint; now: number; page: PageQuery }): Promise<Slice<Session>> {
  const { accountId, now, page } = input;
  const found = await sessions.listSessions(reader, accountId, now, { ...page, limit: page.limit + 1n });
  return sliceOf(found, page, await sessions.countSessions(reader, accountId, now));
}

/** Ends a login of who acts, with its token and key. @throws Problem `not-found` where they have no such login */
export async function endSession(tx: Transaction, actor: Actor, id: bigint): Promise<void> {
  const accountId = ownId(actor);
  if (!(await sessions.endSession(tx, accountId, id))) throw notFound(`login ${id} of this account`);
  await logEvent(tx, actor, accountId, 'session-ended', id);
}

/** Ends all logins of who acts, the one that asks too. */
export async function endAllSessions(tx: Transaction, actor: Actor, _input: null): Promise<void> {
  const { id } = await lockOwnAccount(tx, actor);
  await sessions.endSessions(tx, id, null);
  await logEvent(tx, actor, id, 'sessions-ended');
}

/** Ends the logins and links of an account, or of all where none is named, and addresses that wait. @throws Problem `not-found` */
export async function logOut(tx: Transaction, actor: Actor, accountId: bigint | null): Promise<LoggedOut> {
  if (accountId === null) return logOutAll(tx, actor);
  if (!(await lockAccount(tx, accountId))) throw notFound(`account ${accountId}`);
  const ended = await endLogins(tx, accountId);
  await logEvent(tx, actor, accountId, 'sessions-ended');
  return ended;
}

async function logOutAll(tx: Transaction, actor: Actor): Promise<LoggedOut> {
  const owners = await sessions.endEverySession(tx);
  for (const accountId of new Set(owners)) await logEvent(tx, actor, accountId, 'sessions-ended');
  await clearAllPending(tx);
  return { logins: owners.length, links: await deleteEveryToken(tx) };
}
