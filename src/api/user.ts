import { invalidLogin } from '../http/credentials.ts';
import { route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import type { Account } from '../model/account.ts';
import { anonymous } from '../model/actor.ts';
import { hashApiKey, makeApiKey } from '../model/apiKey.ts';
import { toJson } from '../model/json.ts';
import { login, loginRequest, newUser, user } from '../model/user.ts';
import { findAccount, signUp, startSession } from '../operations/accounts.ts';

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
    problems: ['malformed-json', 'invalid-input', 'email-taken'],
    async handle({ body: { name, email, password }, client }, { store, passwords, config, limits }) {
      await limits.admitTry(client, 'signup');
      const passwordHash = await passwords.hash(password);
      const created = await store.change(signUp, anonymous, { name, email, passwordHash, role: config.signUpRole });
      return { status: 201, body: toJson(created) };
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
    async handle({ body: { email, password }, client }, services) {
      const attempt = await services.limits.admitTry(client, 'login', email);
      const account = await services.store.read(findAccount, email);
      const matches = await services.passwords.verify(account?.passwordHash, password);
      if (!account || !matches) throw invalidLogin();
      // At the same time, so that they share a commit.
      const [opened] = await Promise.all([openLogin(account, services), attempt.succeeded()]);
      return { status: 200, body: toJson(opened) };
    },
  }),
];

async function openLogin({ id, name, email }: Account, { store, tokens, config }: Services) {
  const expiresAt = Date.now() + config.sessionHours * 3_600_000;
  const apiKey = makeApiKey();
  const sessionId = await store.change(startSession, anonymous, { userId: id, keyHash: hashApiKey(apiKey), expiresAt });
  const token = await tokens.sign({ sessionId, userId: id }, expiresAt);
  return { user: { id, name, email }, token, api_key: apiKey, expires_at: new Date(expiresAt).toISOString() };
}
