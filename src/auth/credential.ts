import type { Config } from '../config/config.ts';
import type { Actor } from '../model/actor.ts';
import { hashApiKey, isApiKey } from '../model/apiKey.ts';
import { invalidToken, unauthenticated } from '../model/challenge.ts';
import { actorOfKey, actorOfSession, type Terms } from '../model/credential.ts';
import { Problem } from '../model/problem.ts';
import { readKey } from '../operations/key.ts';
import { readSession } from '../operations/session.ts';
import type { Store } from '../store/store.ts';
import type { LastUsed } from './lastUsed.ts';
import type { Tokens } from './tokens.ts';

/** What it takes to know who sends a request. */
export type Verifiers = { config: Pick<Config, 'verifyToWrite'>; store: Store; tokens: Tokens; lastUsed: LastUsed };

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
  const reasons = [byToken, apiKey === null ? undefined : found].filter((reason) => reason !== undefined);
  throw invalidToken(reasons.join(' '));
}

/** Who sends a request, or undefined where it has no usable credentials. */
export async function identify(headers: Headers, services: Verifiers): Promise<Actor | undefined> {
  return authenticate(headers, services).catch((error) => {
    if (error instanceof Problem && (error.code === 'unauthenticated' || error.code === 'invalid-token')) return undefined;
    throw error;
  });
}

/** @returns the actor, or a sentence that says why there is none */
async function bearerActor(authorization: string, { store, tokens, config }: Verifiers): Promise<Actor | string> {
  const token = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (!token) return 'The Authorization header must be "Bearer" and one token.';
  const claims = await tokens.verify(token);
  if (!claims) return 'The bearer token is malformed, expired, or not of this service.';
  return actorOfSession(await store.read(readSession, claims.sidHash), claims.accountId, termsOf(config));
}

async function keyActor(text: string, { store, config }: Verifiers): Promise<Actor | string> {
  if (!isApiKey(text)) return 'The X-API-Key header is not an API key of this service; keys begin with rka_.';
  return actorOfKey(await store.read(readKey, hashApiKey(text)), termsOf(config));
}

function termsOf({ verifyToWrite }: Verifiers['config']): Terms {
  return { mustConfirm: verifyToWrite, now: Date.now() };
}
