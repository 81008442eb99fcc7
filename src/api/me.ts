import { contentReply } from '../http/contentReply.ts';
import { demandMail } from '../http/language.ts';
import type { Client } from '../http/limits.ts';
import { verifyOwnPassword } from '../http/ownPassword.ts';
import { route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { accountShape, ownAccountPatch, showAccount } from '../model/account.ts';
import { type Actor, ownId } from '../model/actor.ts';
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
    description:
      'A new e-mail address takes the current password and waits in `pending_email` until the link sent to it is opened. Your present address takes it back.',
    needs,
    body: ownAccountPatch,
    mergePatch: true,
    success: { status: 200, description: 'The account as it now is', schema: accountShape },
    problems: ['malformed-json', 'invalid-input', 'email-taken', 'mail-off'],
    async handle({ body: { name, ...body }, actor, client, headers }, services) {
      const email = await provenEmail(body, { actor, client }, headers, services);
      return { status: 200, body: toJson(showAccount(await services.store.change(patchOwnAccount, actor, { name, email }))) };
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
    async handle({ body, actor, client }, services) {
      const { passwordHash } = await verifyOwnPassword(services, { actor, client }, body.password, '/password');
      await services.store.change(deleteOwnAccount, actor, { verifiedHash: passwordHash });
      return { status: 204 };
    },
  }),
];

type EmailPatch = { email?: string | undefined; current_password?: string | undefined };

/** A new address with what proves that its owner asks, and the language of the mail to it. */
async function provenEmail(
  { email, current_password }: EmailPatch,
  who: { actor: Actor; client: Client },
  headers: Headers,
  services: Services,
) {
  if (email === undefined || current_password === undefined) return undefined;
  const language = demandMail(headers, services.config);
  const { passwordHash } = await verifyOwnPassword(services, who, current_password, '/current_password');
  return { email, language, verifiedHash: passwordHash };
}
