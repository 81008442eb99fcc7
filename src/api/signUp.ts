import { signUp } from '../auth/signUp.ts';
import { mailLanguageOf } from '../http/language.ts';
import { hashingRoute } from '../http/route.ts';
import { accountSummary } from '../model/account.ts';
import { toJson } from '../model/json.ts';
import { signUpRequest } from '../model/signUp.ts';

/** @param minPasswordLength code points, a setting of the operator */
export const signUpRoute = (minPasswordLength: number) =>
  hashingRoute({
    operation: 'signUp',
    hashes: 'always',
    method: 'post',
    path: '/api/v1/user/signup',
    tag: 'Accounts',
    summary: 'Create an account',
    description: 'Log in with it to get a token and a key.',
    body: signUpRequest(minPasswordLength),
    success: { status: 201, description: 'The account', schema: accountSummary },
    problems: ['email-taken', 'sign-up-closed'],
    async handle({ body, headers, client, withHashing }, services) {
      const language = mailLanguageOf(headers, services.config);
      return { status: 201, body: toJson(await signUp(body, { client, language, withHashing }, services)) };
    },
  });
