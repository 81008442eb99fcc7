import { withOwnPassword } from '../auth/ownPassword.ts';
import { mailLanguageOf } from '../http/language.ts';
import { hashingRoute } from '../http/route.ts';
import { passwordChange, passwordError } from '../model/password.ts';
import { invalidInput } from '../model/problem.ts';
import { writes } from '../operations/writes.ts';

/** @param minPasswordLength code points, a setting of the operator */
export const passwordRoutes = (minPasswordLength: number) => [
  hashingRoute({
    operation: 'changePassword',
    hashes: 'always',
    method: 'put',
    path: '/api/v1/user/password',
    tag: 'Own account',
    summary: 'Change your password',
    description: 'Ends all other logins, all links, and a new address that waits; lasting keys go on.',
    needs: 'manage own account',
    body: passwordChange(minPasswordLength),
    success: { status: 204, description: 'The new password holds' },
    problems: ['malformed-json', 'invalid-input'],
    async handle({ body, actor, client, headers, withHashing }, services) {
      const given = { password: body.current_password, pointer: '/current_password' };
      const { account, newHash } = await withOwnPassword(services, { actor, client, withHashing }, given, async (account, hashing) => {
        const error = passwordError(body.password, account.email);
        if (error) throw invalidInput([{ pointer: '/password', detail: error }]);
        return { account, newHash: await hashing.hash(body.password) };
      });
      const language = mailLanguageOf(headers, services.config);
      const confirmed = account.verifiedAt !== null;
      const posting = { network: client.network, account: actor.accountId, address: account.email, confirmed };
      const mail = language && { language, gates: services.limits.mailGates('password-changed', posting) };
      await services.store.write(writes.changePassword, actor, { verifiedHash: account.passwordHash, newHash, mail });
      return { status: 204 };
    },
  }),
];
