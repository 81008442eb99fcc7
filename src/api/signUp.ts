import { mailLanguageOf } from '../http/language.ts';
import { hashingRoute } from '../http/route.ts';
import { accountSummary } from '../model/account.ts';
import { anonymous } from '../model/actor.ts';
import { toJson } from '../model/json.ts';
import { Problem } from '../model/problem.ts';
import { signUpRequest } from '../model/signUp.ts';
import { writes } from '../operations/writes.ts';

/** @param minPasswordLength code points, a setting of the operator */
export const signUpRoutes = (minPasswordLength: number) => [
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
    problems: ['malformed-json', 'invalid-input', 'email-taken', 'sign-up-closed'],
    async handle({ body: { name, email, password }, headers, client, withHashing }, { store, config, limits }) {
      if (!config.signUpOpen) throw new Problem('sign-up-closed', 'The operator adds the accounts of this service; ask them for one.');
      const passwordHash = await withHashing(undefined, async (hashing) => {
        await limits.admitTry(client, 'signup');
        return hashing.hash(password);
      });
      const language = mailLanguageOf(headers, config);
      const mail = language && { language, gates: limits.mailGates('verify', { address: email }) };
      const order = { name, email, passwordHash, role: config.signUpRole, verified: false, mail };
      return { status: 201, body: toJson(await store.write(writes.signUp, anonymous, order)) };
    },
  }),
];
