import { demandMail } from '../http/language.ts';
import { resetByLink } from '../http/passwordReset.ts';
import { route } from '../http/route.ts';
import { anonymous } from '../model/actor.ts';
import { passwordReset, resetRequest } from '../model/user.ts';
import { requestReset } from '../operations/passwordReset.ts';

const tag = 'Users';

/** @param minPasswordLength code points, a setting of the operator */
export const passwordResetRoutes = (minPasswordLength: number) => [
  route({
    operation: 'requestPasswordReset',
    method: 'post',
    path: '/api/v1/user/password-reset-requests',
    tag,
    summary: 'Ask for a link to choose a new password',
    description: 'The answer is the same whether the address has an account or not.',
    body: resetRequest,
    success: { status: 202, description: 'A link is on its way where the address has an account' },
    problems: ['malformed-json', 'invalid-input', 'mail-off'],
    async handle({ body: { email }, headers, client }, { store, config, limits }) {
      const language = demandMail(headers, config);
      await limits.admitTry(client, 'reset', email);
      await store.change(requestReset, anonymous, { email, language });
      return { status: 202 };
    },
  }),

  route({
    operation: 'resetPassword',
    method: 'post',
    path: '/api/v1/user/password-resets',
    tag,
    summary: 'Choose a new password with the token of its link',
    description: 'All logins of the account end.',
    body: passwordReset(minPasswordLength),
    success: { status: 204, description: 'The new password counts' },
    problems: ['malformed-json', 'invalid-input'],
    async handle({ body, headers }, services) {
      await resetByLink(body, headers, services);
      return { status: 204 };
    },
  }),
];
