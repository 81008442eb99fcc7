import { type Hashing, isDated } from '../auth/password.ts';
import { hashingRoute, type RouteServices } from '../http/route.ts';
import type { Client } from '../limits/client.ts';
import type { Account } from '../model/account.ts';
import { anonymous } from '../model/actor.ts';
import { hashApiKey, makeApiKey } from '../model/apiKey.ts';
import { invalidLogin } from '../model/challenge.ts';
import { normalEmail } from '../model/email.ts';
import { toJson } from '../model/json.ts';
import { type LoginRequest, login, loginRequest } from '../model/login.ts';
import { deviceOf, hashSid, makeSid } from '../model/session.ts';
import { findAccountByEmail } from '../operations/account.ts';
import { writes } from '../operations/writes.ts';

export const loginRoutes = [
  hashingRoute({
    operation: 'logIn',
    hashes: 'always',
    method: 'post',
    path: '/api/v1/user/login',
    tag: 'Accounts',
    summary: 'Log in',
    description:
      'Gives a bearer token and an API key; both hold until `expires_at`. An account has 100 logins at once; one more ends the oldest.',
    body: loginRequest,
    success: { status: 200, description: 'The account and what to send with further requests', schema: login },
    problems: ['malformed-json', 'invalid-input', 'invalid-login'],
    async handle({ body, headers, client, withHashing }, services) {
      const { account, proof, attempt } = await withHashing(normalEmail(body.email), (hashing) => prove(body, client, services, hashing));
      const opening = openLogin(account, proof, deviceOf(headers.get('user-agent')), services);
      // At the same time, so that they share a commit.
      const [opened] = await Promise.all([opening, attempt.succeeded()]);
      return { status: 200, body: toJson(opened) };
    },
  }),
];

/** @throws Problem `invalid-login` */
async function prove({ email, password }: LoginRequest, client: Client, { limits, store }: RouteServices, hashing: Hashing) {
  const attempt = await limits.admitTry(client, 'login', email);
  const account = await store.read(findAccountByEmail, email);
  const matches = await hashing.verify(account?.passwordHash, password);
  if (!account?.passwordHash || !matches || account.suspendedAt !== null) throw invalidLogin();
  const newHash = isDated(account.passwordHash) ? await hashing.hash(password) : undefined;
  return { account, attempt, proof: { verifiedHash: account.passwordHash, newHash } };
}

type Proof = { verifiedHash: string; newHash: string | undefined };

async function openLogin({ id, name, email }: Account, proof: Proof, device: string, { store, tokens, config }: RouteServices) {
  const expiresAt = Date.now() + config.sessionHours * 3_600_000;
  const apiKey = makeApiKey();
  const sid = makeSid();
  const order = { ...proof, accountId: id, sidHash: hashSid(sid), keyHash: hashApiKey(apiKey), expiresAt, device };
  await store.write(writes.startSession, anonymous, order);
  const token = await tokens.sign({ sid, accountId: id }, expiresAt);
  return { user: { id, name, email }, token, api_key: apiKey, expires_at: new Date(expiresAt).toISOString() };
}
