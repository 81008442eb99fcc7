import { changePassword } from '../auth/ownAccount.ts';
import { mailLanguageOf } from '../http/language.ts';
import { hashingRoute } from '../http/route.ts';
import { passwordChange } from '../model/password.ts';

/** @param minPasswordLength code points, a setting of the operator */
export const passwordRoute = (minPasswordLength: number) =>
  hashingRoute({
    operation: 'changePassword',
    hashes: 'always',
    method: 'put',
    path: '/api/v1/user/password',
    tag: 'Own account',
    summary: 'Change your password',
    description:
      'Ends all other logins and links, and drops a new address that is not confirmed. Lasting keys stay valid: list them, and revoke those that you do not know.',
    needs: 'manage own account',
    body: passwordChange(minPasswordLength),
    success: { status: 204, description: 'The password is changed' },
    async handle({ body, actor, client, headers, withHashing }, services) {
      await changePassword(body, { actor, client, withHashing }, mailLanguageOf(headers, services.config), services);
      return { status: 204 };
    },
  });
