import { type Hashing, isDated } from '../auth/passwords.ts';
import { mailLanguageOf } from '../http/language.ts';
import { hashingRoute, type RouteServices } from '../http/route.ts';
import type { Client } from '../limits/client.ts';
import type { Account } from '../model/account.ts';
import { anonymous } from '../model/actor.ts';
import { hashApiKey, makeApiKey } from '../model/apiKey.ts';
import { invalidLogin } from '../model/challenge.ts';
import { normalEmail } from '../model/email.ts';
import { toJson } from '../model/json.ts';
import { Problem } from '../model/problem.ts';
import { deviceOf, hashSid, makeSid } from '../model/session.ts';
import { type LoginRequest, login, loginRequest, newUser, user } from '../model/user.ts';
import { findAccount } from '../operations/accounts.ts';
import { writes } from '../operations/writes.ts';

const tag = 'Users';

/** @param minPasswordLength code points, a setting of the operator */
export const userRoutes = (minPasswordLength: number) => [
  hashingRoute({
    operation: 'signUp',
    hashes: 'always',
    method: 'post',
    path: '/api/v1/user/signup',
    tag,
    summary: 'Create a user',
    description: 'Makes an account. Log in to get a token and a key.',
    body: newUser(minPasswordLength),
    success: { status: 201, description: 'The user', schema: user },
    problems: ['malformed-json', 'invalid-input', 'email-taken', 'sign-up-closed'],
    async handle({ body: { name, email, password }, headers, client, hold }, { store, config, limits }) {
      if (!config.signUpOpen) throw new Problem('sign-up-closed', 'The operator adds the accounts of this service; ask them for one.');
      const passwordHash = await hold(undefined, async (hashing) => {
        await limits.admitTry(client, 'signup');
        return hashing.hash(password);
      });
      const language = mailLanguageOf(headers, config);
      const mail = language && { language, gates: limits.mailGates('verify', { address: email }) };
      const order = { name, email, passwordHash, role: config.signUpRole, verified: false, mail };
      return { status: 201, body: toJson(await store.write(writes.signUp, anonymous, order)) };
    },
  }),

  hashingRoute({
    operation: 'logIn',
    hashes: 'always',
    method: 'post',
    path: '/api/v1/user/login',
    tag,
    summary: 'Log in',
    description:
      'Gives a bearer token and an API key; both hold until `expires_at`. An account has 100 logins at once; one more ends the oldest.',
    body: loginRequest,
    success: { status: 200, description: 'The user and what to send with further requests', schema: login },
    problems: ['malformed-json', 'invalid-input', 'invalid-login'],
    async handle({ body, headers, client, hold }, services) {
      const { account, proof, attempt } = await hold(normalEmail(body.email), (hashing) => prove(body, client, services, hashing));
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
  const account = await store.read(findAccount, email);
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
  const order = { ...proof, userId: id, sidHash: hashSid(sid), keyHash: hashApiKey(apiKey), expiresAt, device };
  await store.write(writes.startSession, anonymous, order);
  const token = await tokens.sign({ sid, userId: id }, expiresAt);
  return { user: { id, name, email }, token, api_key: apiKey, expires_at: new Date(expiresAt).toISOString() };
}
