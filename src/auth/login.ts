import type { Config } from '../config/config.ts';
import type { Client } from '../limits/client.ts';
import type { Account } from '../model/account.ts';
import { anonymous } from '../model/actor.ts';
import { invalidLogin, suspendedLogin } from '../model/challenge.ts';
import { normalEmail } from '../model/email.ts';
import type { Login, LoginRequest } from '../model/login.ts';
import { hashSecret, makeApiKey, makeBearerToken } from '../model/secret.ts';
import { deviceOf } from '../model/session.ts';
import { findAccountByEmail } from '../operations/account.ts';
import { writes } from '../operations/writes.ts';
import { type AuthServices, type Hashing, isDated, type Sender } from './password.ts';

type Services = AuthServices & { config: Pick<Config, 'sessionHours'> };
type From = Sender & { userAgent: string | null };

/**
 * Opens a new login for the API or the site, with a token and a key of its own.
 *
 * @throws Problem `invalid-login`, `too-many-requests`, `unavailable` where too many requests hash
 */
export async function logIn(login: LoginRequest, { client, userAgent, withHashing }: From, services: Services): Promise<Login> {
  const { account, proof, attempt } = await withHashing(normalEmail(login.email), (hashing) => prove(login, client, services, hashing));
  const opening = openLogin(account, proof, deviceOf(userAgent), services);
  attempt.succeeded();
  return opening;
}

/** @throws Problem `invalid-login` */
async function prove({ email, password }: LoginRequest, client: Client, { limits, store }: Services, hashing: Hashing) {
  const attempt = await limits.admitTry(client, 'login', email);
  const account = await store.read(findAccountByEmail, email);
  const matches = await hashing.verify(account?.passwordHash, password);
  if (!account?.passwordHash || !matches) throw invalidLogin();
  if (account.suspendedAt !== null) throw suspendedLogin();
  const newHash = isDated(account.passwordHash) ? await hashing.hash(password) : undefined;
  return { account, attempt, proof: { verifiedHash: account.passwordHash, newHash } };
}

type Proof = { verifiedHash: string; newHash: string | undefined };

async function openLogin({ id, name, email }: Account, proof: Proof, device: string, { store, config }: Services): Promise<Login> {
  const expiresAt = Date.now() + config.sessionHours * 3_600_000;
  const apiKey = makeApiKey();
  const token = makeBearerToken();
  const newSession = { ...proof, accountId: id, tokenHash: hashSecret(token), keyHash: hashSecret(apiKey), expiresAt, device };
  await store.write(writes.startSession, anonymous, newSession);
  return { user: { id, name, email }, token, api_key: apiKey, expires_at: new Date(expiresAt).toISOString() };
}
