import type { Config } from '../config/config.ts';
import type { Actor } from '../model/actor.ts';
import { invalidToken, unauthenticated } from '../model/challenge.ts';
import { actorOfKey, actorOfSession, type Terms } from '../model/credential.ts';
import { Problem } from '../model/problem.ts';
import { hashSecret, isApiKey, isBearerToken } from '../model/secret.ts';
import { findKey } from '../store/key.ts';
import { findSession } from '../store/session.ts';
import type { Store } from '../store/store.ts';
import type { LastUsed } from './lastUsed.ts';

export type Verifiers = { config: Pick<Config, 'verifyToWrite'>; store: Store; lastUsed: LastUsed };

/** The token is "" where the sent one cannot be parsed. */
export type Credentials = { token: string | undefined; key: string | undefined };

/**
 * Finds the account of a request. Either credential is enough; where both are valid, the token decides.
 *
 * @throws Problem `unauthenticated` where no credential was sent, `invalid-token` where none is valid (RFC 6750 §3)
 */
export async function authenticate({ token, key }: Credentials, services: Verifiers): Promise<Actor> {
  if (token === undefined && key === undefined) throw unauthenticated();
  const byToken = token === undefined ? undefined : await tokenActor(token, services);
  const found = typeof byToken === 'object' || key === undefined ? byToken : await keyActor(key, services);
  if (typeof found === 'object') {
    services.lastUsed.note(found);
    return found;
  }
  const reasons = [byToken, key === undefined ? undefined : found].filter((reason) => reason !== undefined);
  throw invalidToken(reasons.join(' '));
}

/** Undefined where no credential is valid. */
export async function identify(credentials: Credentials, services: Verifiers): Promise<Actor | undefined> {
  return authenticate(credentials, services).catch((error) => {
    if (error instanceof Problem && (error.code === 'unauthenticated' || error.code === 'invalid-token')) return undefined;
    throw error;
  });
}

/** @returns the actor, or a sentence that says why the token is not valid */
async function tokenActor(token: string, { store, config }: Verifiers): Promise<Actor | string> {
  if (token === '') return 'A bearer token is sent as "Bearer" and the token.';
  if (!isBearerToken(token)) return 'This is not a complete bearer token: those of this service begin with rkt_. Log in to get one.';
  return actorOfSession(await store.read(findSession, hashSecret(token)), termsOf(config));
}

async function keyActor(key: string, { store, config }: Verifiers): Promise<Actor | string> {
  if (!isApiKey(key))
    return 'This is not a complete API key: those of this service begin with rka_. A bearer token is sent as "Bearer" and the token.';
  return actorOfKey(await store.read(findKey, hashSecret(key)), termsOf(config));
}

function termsOf({ verifyToWrite }: Verifiers['config']): Terms {
  return { mustConfirm: verifyToWrite, now: Date.now() };
}
