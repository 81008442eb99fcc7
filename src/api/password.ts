import { mailLanguageOf } from '../http/language.ts';
import { verifyOwnPassword } from '../http/ownPassword.ts';
import { route } from '../http/route.ts';
import { passwordFault } from '../model/password.ts';
import { invalidInput } from '../model/problem.ts';
import { passwordChange } from '../model/user.ts';
import { changePassword } from '../operations/passwords.ts';

/** @param minPasswordLength code points, a setting of the operator */
export const passwordRoutes = (minPasswordLength: number) => [
  route({
    operation: 'changePassword',
    method: 'put',
    path: '/api/v1/user/password',
    tag: 'Own account',
    summary: 'Change your password',
    description: 'Ends all other logins; lasting keys go on.',
    needs: 'tend own account',
    body: passwordChange(minPasswordLength),
    success: { status: 204, description: 'The new password holds' },
    problems: ['malformed-json', 'invalid-input'],
    async handle({ body, actor, client, headers }, services) {
      const account = await verifyOwnPassword(services, { actor, client }, body.current_password, '/current_password');
      const fault = passwordFault(body.password, account.email);
      if (fault) throw invalidInput([{ pointer: '/password', detail: fault }]);
      const newHash = await services.passwords.hash(body.password);
      const language = mailLanguageOf(headers, services.config);
      await services.store.change(changePassword, actor, { verifiedHash: account.passwordHash, newHash, language });
      return { status: 204 };
    },
  }),
];
