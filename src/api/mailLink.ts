import { requestVerification } from '../auth/ownAccount.ts';
import { requestReset, resetByLink } from '../auth/passwordReset.ts';
import { mailLanguageOf, requireMail } from '../http/language.ts';
import { hashingRoute, route } from '../http/route.ts';
import { anonymous } from '../model/actor.ts';
import { hashLinkToken, verification } from '../model/linkToken.ts';
import { passwordReset, resetRequest } from '../model/password.ts';
import { writes } from '../operations/writes.ts';

const tag = 'Accounts';

/** @param minPasswordLength code points, a setting of the operator */
export const mailLinkRoutes = (minPasswordLength: number) => [
  route({
    operation: 'requestVerification',
    method: 'post',
    path: '/api/v1/user/verification-requests',
    tag,
    needs: 'manage own account',
    summary: 'Ask for another link to confirm the e-mail address',
    description:
      'The mail goes to the new address if one waits for confirmation, else to the address of the account. A confirmed address gets no mail.',
    success: { status: 202, description: 'If an address waits for confirmation, a link is on its way' },
    problems: ['mail-off'],
    async handle({ actor, headers, client }, services) {
      await requestVerification({ actor, client }, requireMail(headers, services.config), services);
      return { status: 202 };
    },
  }),

  route({
    operation: 'verifyAddress',
    method: 'post',
    path: '/api/v1/user/verifications',
    tag,
    summary: 'Confirm an e-mail address with the token of its link',
    description: 'A new address replaces the old one. All logins, lasting keys and other links of the account end.',
    body: verification,
    success: { status: 204, description: 'The address is confirmed' },
    problems: ['email-taken'],
    async handle({ body: { token }, headers }, { store, config }) {
      await store.write(writes.verifyAddress, anonymous, { tokenHash: hashLinkToken(token), language: mailLanguageOf(headers, config) });
      return { status: 204 };
    },
  }),

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
