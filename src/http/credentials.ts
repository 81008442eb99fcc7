import type { Config } from '../config.ts';
import { type Actor, scopes } from '../model/actor.ts';
import { hashApiKey, isApiKey } from '../model/apiKey.ts';
import { invalidToken, unauthenticated } from '../model/challenge.ts';
import type { Standing } from '../model/session.ts';
import { readKey } from '../operations/keys.ts';
import { readSession } from '../operations/sessions.ts';
import type { Services } from './services.ts';

/** What it takes to know who sends a request. */
export type Verifiers = Pick<Services, 'config' | 'store' | 'tokens' | 'lastUsed'>;

/**
 * Who sends a request. Either valid credential suffices; when both are valid the bearer is the actor.
 *
 * @throws Problem `unauthenticated` where there are none, `invalid-token` where none is usable (RFC 6750 §3)
 */
export async function authenticate(headers: Headers, services: Verifiers): Promise<Actor> {
  const authorization = headers.get('authorization');
  const apiKey = headers.get('x-api-key');
  if (authorization === null && apiKey === null) throw unauthenticated();
  const byToken = authorization === null ? undefined : await bearerActor(authorization, services);
  const found = typeof byToken === 'object' || apiKey === null ? byToken : await keyActor(apiKey, services);
  if (typeof found === 'object') {
    services.lastUsed.note(found);
    return found;
  }
  const faults = [byToken, apiKey === null ? undefined : found].filter((fault) => fault !== undefined);
  throw invalidToken(faults.join(' '));
}

/** @returns the actor, or a sentence that says why there is none */
async function bearerActor(authorization: string, { store, tokens, config }: Verifiers): Promise<Actor | string> {
  const token = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (!token) return 'The Authorization header must be "Bearer" and one token.';
  const claims = await tokens.verify(token);
  if (!claims) return 'The bearer token is malformed, expired, or not of this service.';
  const session = await store.read(readSession, claims.sessionId);
  if (!session || session.userId !== claims.userId || session.endedAt !== null || session.expiresAt <= Date.now()) {
    return 'The login of the bearer token has ended; log in again.';
  }
  return actorOf(session, { userId: session.userId, scopes, sessionId: session.id, keyId: null }, config);
}

async function keyActor(text: string, { store, config }: Verifiers): Promise<Actor | string> {
  if (!isApiKey(text)) return 'The X-API-Key header is not an API key of this service; keys begin with rka_.';
  const key = await store.read(readKey, hashApiKey(text));
  if (!key) return 'The API key is not known.';
  if (key.revokedAt === null && (key.expiresAt === null || key.expiresAt > Date.now())) {
    return actorOf(key, { userId: key.userId, scopes: key.scopes, sessionId: key.sessionId, keyId: key.id }, config);
  }
  if (key.sessionId !== null)
    return 'The API key belonged to a login that has ended. Log in again and make a lasting key: POST /api/v1/user/keys.';
  return 'The API key has expired or was revoked.';
}

function actorOf(standing: Standing, credential: Omit<Actor, 'role'>, { verifyToWrite }: Config): Actor | string {
  const { role, suspendedAt, verifiedAt } = standing;
  if (suspendedAt !== null) return 'The account is suspended; an administrator can restore it.';
  return { ...credential, role, ...(verifyToWrite && verifiedAt === null && { unconfirmed: true }) };
}
