import { requestReset, resetByLink } from '../auth/passwordReset.ts';
import { mailLanguageOf, requireMail } from '../http/language.ts';
import { hashingRoute, route } from '../http/route.ts';
import { passwordReset, resetRequest } from '../model/password.ts';

const tag = 'Accounts';

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
    success: { status: 202, description: 'If the address has an account, a link is on its way' },
    problems: ['mail-off'],
    async handle({ body: { email }, headers, client }, services) {
      await requestReset(email, { client, language: requireMail(headers, services.config) }, services);
      return { status: 202 };
    },
  }),

  hashingRoute({
    operation: 'resetPassword',
    hashes: 'sometimes',
    method: 'post',
    path: '/api/v1/user/password-resets',
    tag,
    summary: 'Choose a new password with the token of its link',
    description: 'All logins, lasting keys and other links of the account end.',
    body: passwordReset(minPasswordLength),
    success: { status: 204, description: 'The new password is set' },
    async handle({ body, headers, withHashing }, { store, config }) {
      await resetByLink(body, mailLanguageOf(headers, config), { store, withHashing });
      return { status: 204 };
    },
  }),
];
