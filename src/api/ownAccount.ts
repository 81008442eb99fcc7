import { changePassword, deleteOwnAccount, patchOwnAccount } from '../auth/ownAccount.ts';
import { contentReply } from '../http/contentReply.ts';
import { mailLanguageOf, requireMail } from '../http/language.ts';
import { hashingRoute, route } from '../http/route.ts';
import { accountShape, ownAccountPatch, showAccount } from '../model/account.ts';
import { ownId } from '../model/actor.ts';
import { toJson } from '../model/json.ts';
import { passwordChange, passwordProof } from '../model/password.ts';
import { readOwnAccount } from '../operations/ownAccount.ts';

const common = { path: '/api/v1/user', tag: 'Own account', needs: 'manage own account' } as const;

/** @param minPasswordLength code points, a setting of the operator */
export const ownAccountRoutes = (minPasswordLength: number) => [
  route({
    operation: 'readOwnAccount',
    method: 'get',
    ...common,
    summary: 'Read your account',
    description: 'The account of the credentials of this request.',
    success: { status: 200, description: 'The account of the credentials', schema: accountShape, headers: ['ETag'] },
    async handle({ actor }, { store }) {
      return contentReply(showAccount(await store.read(readOwnAccount, ownId(actor))));
    },
  }),

  hashingRoute({
    operation: 'patchOwnAccount',
    hashes: 'sometimes',
    method: 'patch',
    ...common,
    summary: 'Change your account',
    description:
      'A new e-mail address needs the current password, and waits in `pending_email` until the link sent to it is opened. Your present address cancels it.',
    body: ownAccountPatch,
    mergePatch: true,
    success: { status: 200, description: 'The account as it now is', schema: accountShape },
    problems: ['email-taken', 'mail-off'],
    async handle({ body, actor, client, headers, withHashing }, services) {
      const changed = await patchOwnAccount(body, { actor, client, withHashing }, () => requireMail(headers, services.config), services);
      return { status: 200, body: toJson(showAccount(changed)) };
    },
  }),

  hashingRoute({
    operation: 'deleteOwnAccount',
    hashes: 'always',
    method: 'post',
    ...common,
    path: '/api/v1/user/deletion',
    summary: 'Delete your account',
    description: 'Needs the password. Logins and keys end at once; what you added to the catalogue stays.',
    body: passwordProof,
    success: { status: 204, description: 'The account is gone' },
    async handle({ body, actor, client, withHashing }, services) {
      await deleteOwnAccount(body.password, { actor, client, withHashing }, services);
      return { status: 204 };
    },
  }),

  hashingRoute({
    operation: 'changePassword',
    hashes: 'always',
    method: 'put',
    ...common,
    path: '/api/v1/user/password',
    summary: 'Change your password',
    description:
      'Ends all other logins and links, and drops a new address that is not confirmed. Lasting keys stay valid: list them, and revoke those that you do not know.',
    body: passwordChange(minPasswordLength),
    success: { status: 204, description: 'The password is changed' },
    async handle({ body, actor, client, headers, withHashing }, services) {
      await changePassword(body, { actor, client, withHashing }, mailLanguageOf(headers, services.config), services);
      return { status: 204 };
    },
  }),
];
