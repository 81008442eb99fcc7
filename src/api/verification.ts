import { requestVerification } from '../auth/ownAccount.ts';
import { mailLanguageOf, requireMail } from '../http/language.ts';
import { route } from '../http/route.ts';
import { anonymous } from '../model/actor.ts';
import { hashLinkToken, verification } from '../model/linkToken.ts';
import { writes } from '../operations/writes.ts';

const tag = 'Accounts';

export const verificationRoutes = [
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
];
