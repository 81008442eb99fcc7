import { logIn } from '../auth/login.ts';
import { hashingRoute } from '../http/route.ts';
import { toJson } from '../model/json.ts';
import { login, loginRequest } from '../model/login.ts';

export const loginRoute = hashingRoute({
  operation: 'logIn',
  hashes: 'always',
  method: 'post',
  path: '/api/v1/user/login',
  tag: 'Accounts',
  summary: 'Log in',
  description:
    'Gives a bearer token and an API key; both hold until `expires_at`. An account has 100 logins at once; one more ends the oldest.',
  body: loginRequest,
  success: { status: 200, description: 'The account and its credentials', schema: login },
  problems: ['invalid-login'],
  async handle({ body, headers, client, withHashing }, services) {
    const opened = await logIn(body, { client, userAgent: headers.get('user-agent'), withHashing }, services);
    return { status: 200, body: toJson(opened) };
  },
});
