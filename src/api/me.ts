import { contentReply } from '../http/contentReply.ts';
import { verifyOwnPassword } from '../http/ownPassword.ts';
import { route } from '../http/route.ts';
import { accountShape, ownAccountPatch, showAccount } from '../model/account.ts';
import { ownId } from '../model/actor.ts';
import { toJson } from '../model/json.ts';
import { passwordProof } from '../model/user.ts';
import { deleteOwnAccount, patchOwnAccount, readOwnAccount } from '../operations/ownAccount.ts';

const tag = 'Own account';
const path = '/api/v1/user';
const needs = 'tend own account';

export const meRoutes = [
  route({
    operation: 'readOwnAccount',
    method: 'get',
    path,
    tag,
    summary: 'Read your account',
    needs,
    conditions: ['If-None-Match'],
    success: { status: 200, description: 'The account of the credentials', schema: accountShape, headers: ['ETag'] },
    problems: ['invalid-input'],
    async handle({ actor, headers }, { store }) {
      return contentReply(showAccount(await store.read(readOwnAccount, ownId(actor))), headers);
    },
  }),

  route({
    operation: 'patchOwnAccount',
    method: 'patch',
    path,
    tag,
    summary: 'Change your account',
    needs,
    body: ownAccountPatch,
    mergePatch: true,
    success: { status: 200, description: 'The account as it now is', schema: accountShape },
    problems: ['malformed-json', 'invalid-input'],
    async handle({ body, actor }, { store }) {
      return { status: 200, body: toJson(showAccount(await store.change(patchOwnAccount, actor, body))) };
    },
  }),

  route({
    operation: 'deleteOwnAccount',
    method: 'post',
    path: '/api/v1/user/deletion',
    tag,
    summary: 'Delete your account',
    description: 'Takes the password. Logins and keys end at once; what you added to the catalogue stays.',
    needs,
    body: passwordProof,
    success: { status: 204, description: 'The account is gone' },
    problems: ['malformed-json', 'invalid-input'],
    async handle({ body, actor }, services) {
      const { passwordHash } = await verifyOwnPassword(services, actor, body.password, '/password');
      await services.store.change(deleteOwnAccount, actor, { verifiedHash: passwordHash });
      return { status: 204 };
    },
  }),
];
