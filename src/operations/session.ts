import { type Actor, ownId, scopes } from '../model/actor.ts';
import { invalidLogin, suspendedLogin } from '../model/challenge.ts';
import { notFound } from '../model/problem.ts';
import { listAccess, lockAccount, updateAccount } from '../store/account.ts';
import { forgetAccountEvents, logEvent } from '../store/accountEvent.ts';
import { interruptJobs } from '../store/job.ts';
import { insertKey } from '../store/key.ts';
import * as sessions from '../store/session.ts';
import type { Transaction } from '../store/store.ts';
import { endLogins, type LoggedOut } from './access.ts';
import { lockOwnAccount } from './ownAccount.ts';

/** The most valid logins of an account; one more ends the oldest. */
const maxSessions = 100;
/** The most ended logins, and events of logins, that are stored for an account, so that no number of logins fills the store. */
const maxStored = { ended: 100, events: 1_000 };
/** The most ended logins that one login deletes, and the most events. It deletes more rows than it adds, so the store shrinks. */
const forgottenAtOnce = 200;

/**
 * `verifiedHash`: the hash against which the password was verified before the transaction. `newHash` replaces it if it was made with
 * weaker parameters than today's. `tokenHash` and `keyHash` are the SHA-256 of the login's bearer token and of its API key in hexadecimal;
 * `device` is the name that the program sends.
 */
export type Login = sessions.NewSession & { verifiedHash: string; newHash: string | undefined; keyHash: string };

/**
 * Opens a session for an account whose password was verified, with an API key that lives as long. If the account has more than a hundred,
 * the oldest ends.
 *
 * @throws Problem `invalid-login` where the account was changed, suspended or removed meanwhile
 */
export async function startSession(tx: Transaction, _actor: Actor, input: Login): Promise<void> {
  const { accountId, verifiedHash, newHash, tokenHash, keyHash: hash, expiresAt, device } = input;
  const account = await lockAccount(tx, accountId);
  if (account?.passwordHash !== verifiedHash) throw invalidLogin();
  if (account.suspendedAt !== null) throw suspendedLogin();
  if (newHash) await updateAccount(tx, accountId, { password_hash: newHash });
  const sessionId = await sessions.insertSession(tx, { accountId, tokenHash, expiresAt, device });
  const keyId = await insertKey(tx, { accountId, sessionId, madeBy: null, name: 'login', hash, scopes: [...scopes], expiresAt });
  const self: Actor = { accountId, role: account.role, scopes, sessionId, keyId };
  await logEvent(tx, self, accountId, 'logged-in', sessionId);
  for (const id of await sessions.endOldest(tx, accountId, maxSessions)) await logEvent(tx, self, accountId, 'session-ended', id);
  await sessions.forgetEnded(tx, accountId, maxStored.ended, forgottenAtOnce);
  await forgetAccountEvents(tx, accountId, ['logged-in', 'session-ended'], maxStored.events, forgottenAtOnce);
}

export const { listSessions } = sessions;

/** Ends a login of the actor, with its token and key. @throws Problem `not-found` */
export async function endSession(tx: Transaction, actor: Actor, id: bigint): Promise<void> {
  const accountId = ownId(actor);
  if (!(await sessions.endSession(tx, accountId, id))) throw notFound(`login ${id} of this account`);
  await logEvent(tx, actor, accountId, 'session-ended', id);
}

/** Ends all logins of the actor; with `keepOwn` all except that of the request. */
export async function endAllSessions(tx: Transaction, actor: Actor, { keepOwn }: { keepOwn: boolean }): Promise<void> {
  const { id } = await lockOwnAccount(tx, actor);
  await sessions.endSessions(tx, id, keepOwn ? actor.sessionId : null);
  await logEvent(tx, actor, id, 'sessions-ended');
}

/** Ends the logins and links of an account, and withdraws an address that waits for confirmation. @throws Problem `not-found` */
export async function logOut(tx: Transaction, actor: Actor, accountId: bigint): Promise<LoggedOut> {
  const ended = await logOutIfThere(tx, actor, accountId);
  if (!ended) throw notFound(`account ${accountId}`);
  return ended;
}

/** The most accounts of one transaction, so that changes by these accounts do not wait long. */
const partSize = 500;

/**
 * Does the same as `logOut` for the next accounts after the id `after`. The lock of an account waits for its changes under way. The first
 * step also ends all jobs.
 *
 * @returns `next`: the last account of this step; null if no others follow
 */
export async function logOutPart(tx: Transaction, actor: Actor, after: bigint): Promise<LoggedOut & { jobs: number; next: bigint | null }> {
  const jobs = after === 0n ? await interruptJobs(tx) : 0;
  const accounts = await listAccess(tx, after, partSize);
  const total = { logins: 0, links: 0 };
  for (const { id, open } of accounts) {
    const ended = open ? await logOutIfThere(tx, actor, id) : undefined;
    total.logins += ended?.logins ?? 0;
    total.links += ended?.links ?? 0;
  }
  return { ...total, jobs, next: accounts.length < partSize ? null : (accounts.at(-1)?.id ?? null) };
}

async function logOutIfThere(tx: Transaction, actor: Actor, accountId: bigint): Promise<LoggedOut | undefined> {
  if (!(await lockAccount(tx, accountId))) return undefined;
  const ended = await endLogins(tx, accountId);
  await logEvent(tx, actor, accountId, 'sessions-ended');
  return ended;
}

/** When credentials were last used, by the ids of logins or of lasting keys; ms since 1970. */
export type Uses = { kind: 'session' | 'key'; uses: [id: bigint, at: number][] };

/** In order of id, so that nodes that write at once do not deadlock. */
export async function noteUses(tx: Transaction, _actor: Actor, { kind, uses }: Uses): Promise<void> {
  const table = kind === 'session' ? 'session' : 'api_key';
  for (const [id, at] of uses.toSorted(([a], [b]) => Number(a - b))) await sessions.setUsed(tx, table, id, at);
}
