import { type Actor, scopes } from './actor.ts';
import type { ApiKey } from './key.ts';
import type { AccountStatus, Session } from './session.ts';

/** `mustConfirm`: the operator requires confirmed addresses. `now` in ms since 1970. */
export type Terms = { mustConfirm: boolean; now: number };

/** @returns a sentence with the reason where the login is not valid */
export function actorOfSession(session: Session | undefined, terms: Terms): Actor | string {
  if (!session || session.endedAt !== null || session.expiresAt <= terms.now) {
    return 'The login of the bearer token has ended; log in again.';
  }
  return actorOf(session, { accountId: session.accountId, scopes, sessionId: session.id, keyId: null }, terms);
}

/** For the key of a login, and for a lasting key. @returns a sentence with the reason where the key is not valid */
export function actorOfKey(key: ApiKey | undefined, terms: Terms): Actor | string {
  if (!key) return 'The API key is not known.';
  if (key.revokedAt === null && (key.expiresAt === null || key.expiresAt > terms.now)) {
    return actorOf(key, { accountId: key.accountId, scopes: key.scopes, sessionId: key.sessionId, keyId: key.id }, terms);
  }
  if (key.sessionId !== null) return 'The API key belonged to a login that has ended. Log in again and make a lasting key.';
  return 'The API key has expired or was revoked.';
}

function actorOf(status: AccountStatus, credential: Omit<Actor, 'role'>, { mustConfirm }: Terms): Actor | string {
  const { role, suspendedAt, verifiedAt } = status;
  if (suspendedAt !== null) return 'The account is suspended; an administrator can restore it.';
  return { ...credential, role, ...(mustConfirm && { confirmation: verifiedAt === null ? 'lacking' : 'given' }) };
}
