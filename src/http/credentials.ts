import { type Actor, scopes } from '../model/actor.ts';
import { hashApiKey, isApiKey } from '../model/apiKey.ts';
import { Problem } from '../model/problem.ts';
import { readKey, readSession } from '../operations/accounts.ts';
import type { Services } from './services.ts';

/**
 * Who sends a request. Either valid credential suffices; when both are valid the bearer is the actor.
 *
 * @throws Problem `unauthenticated` where there are none, `invalid-token` where none is usable (RFC 6750 §3)
 */
export async function authenticate(headers: Headers, services: Pick<Services, 'store' | 'tokens'>): Promise<Actor> {
  const authorization = headers.get('authorization');
  const apiKey = headers.get('x-api-key');
  if (authorization === null && apiKey === null) throw unauthenticated();
  const faults: string[] = [];
  for (const found of [
    authorization === null ? undefined : await bearerActor(authorization, services),
    apiKey === null ? undefined : await keyActor(apiKey, services),
  ]) {
    if (typeof found === 'object') return found;
    if (found) faults.push(found);
  }
  throw invalidToken(faults.join(' '));
}

/** @returns the actor, or a sentence that says why there is none */
async function bearerActor(authorization: string, { store, tokens }: Pick<Services, 'store' | 'tokens'>): Promise<Actor | string> {
  const token = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (!token) return 'The Authorization header must be "Bearer" and one token.';
  const claims = await tokens.verify(token);
  if (!claims) return 'The bearer token is malformed, expired, or not of this service.';
  const session = await store.read(readSession, claims.sessionId);
  if (!session || session.userId !== claims.userId || session.endedAt !== null || session.expiresAt <= Date.now()) {
    return 'The login of the bearer token has ended; log in again.';
  }
  return { userId: session.userId, role: session.role, scopes };
}

async function keyActor(text: string, { store }: Pick<Services, 'store'>): Promise<Actor | string> {
  if (!isApiKey(text)) return 'The X-API-Key header is not an API key of this service; keys begin with rka_.';
  const key = await store.read(readKey, hashApiKey(text));
  if (!key) return 'The API key is not known.';
  if (key.revokedAt === null && (key.expiresAt === null || key.expiresAt > Date.now())) {
    return { userId: key.userId, role: key.role, scopes: key.scopes };
  }
  if (key.sessionId !== null)
    return 'The API key belonged to a login that has ended. Log in again, or ask the operator for a lasting key (rockola key add).';
  return 'The API key has expired or was revoked.';
}

const realm = 'Bearer realm="rockola"';

function unauthenticated(): Problem {
  return new Problem('unauthenticated', 'Send Authorization: Bearer with a token, or X-API-Key with a key.', {
    headers: { 'WWW-Authenticate': realm },
  });
}

function invalidToken(detail: string): Problem {
  return new Problem('invalid-token', detail, { headers: { 'WWW-Authenticate': `${realm}, error="invalid_token"` } });
}

/** A failed login says no more than this (RFC 9110 §15.5.2 asks for the challenge). */
export function invalidLogin(): Problem {
  return new Problem('invalid-login', 'The e-mail address or the password is wrong.', { headers: { 'WWW-Authenticate': realm } });
}
