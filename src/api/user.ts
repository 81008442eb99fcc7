import { mailLanguageOf } from '../http/language.ts';
import { isDated } from '../http/passwords.ts';
import { route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import type { Account } from '../model/account.ts';
import { anonymous } from '../model/actor.ts';
import { hashApiKey, makeApiKey } from '../model/apiKey.ts';
import { invalidLogin } from '../model/challenge.ts';
import { toJson } from '../model/json.ts';
import { Problem } from '../model/problem.ts';
import { deviceOf } from '../model/session.ts';
import { login, loginRequest, newUser, user } from '../model/user.ts';
import { findAccount, signUp } from '../operations/accounts.ts';
import { startSession } from '../operations/sessions.ts';

const tag = 'Users';

/** @param minPasswordLength code points, a setting of the operator */
export const userRoutes = (minPasswordLength: number) => [
  route({
    operation: 'signUp',
    method: 'post',
    path: '/api/v1/user/signup',
    tag,
    summary: 'Create a user',
    body: newUser(minPasswordLength),
    success: { status: 201, description: 'The user', schema: user },
    problems: ['malformed-json', 'invalid-input', 'email-taken', 'sign-up-closed'],
    async handle({ body: { name, email, password }, headers, client }, { store, passwords, config, limits }) {
      if (!config.signUpOpen) throw new Problem('sign-up-closed', 'The operator adds the accounts of this service; ask them for one.');
      await limits.admitTry(client, 'signup');
      const passwordHash = await passwords.hash(password);
      const order = { name, email, passwordHash, role: config.signUpRole, verified: false, language: mailLanguageOf(headers, config) };
      return { status: 201, body: toJson(await store.change(signUp, anonymous, order)) };
    },
  }),

  route({
    operation: 'logIn',
    method: 'post',
    path: '/api/v1/user/login',
    tag,
    summary: 'Log in',
    description: 'Gives a bearer token and an API key; both hold until `expires_at`.',
    body: loginRequest,
    success: { status: 200, description: 'The user and what to send with further requests', schema: login },
    problems: ['malformed-json', 'invalid-input', 'invalid-login'],
    async handle({ body: { email, password }, headers, client }, services) {
      const attempt = await services.limits.admitTry(client, 'login', email);
      const account = await services.store.read(findAccount, email);
      const matches = await services.passwords.verify(account?.passwordHash, password);
      if (!account?.passwordHash || !matches || account.suspendedAt !== null) throw invalidLogin();
      const newHash = isDated(account.passwordHash) ? await services.passwords.hash(password) : undefined;
      const proof = { verifiedHash: account.passwordHash, newHash };
      const opening = openLogin(account, proof, deviceOf(headers.get('user-agent')), services);
      // At the same time, so that they share a commit.
      const [opened] = await Promise.all([opening, attempt.succeeded()]);
      return { status: 200, body: toJson(opened) };
    },
  }),
];

type Proof = { verifiedHash: string; newHash: string | undefined };

async function openLogin({ id, name, email }: Account, proof: Proof, device: string, { store, tokens, config }: Services) {
  const expiresAt = Date.now() + config.sessionHours * 3_600_000;
  const apiKey = makeApiKey();
  const order = { ...proof, userId: id, keyHash: hashApiKey(apiKey), expiresAt, device };
  const sessionId = await store.change(startSession, anonymous, order);
  const token = await tokens.sign({ sessionId, userId: id }, expiresAt);
  return { user: { id, name, email }, token, api_key: apiKey, expires_at: new Date(expiresAt).toISOString() };
}
