import { withOwnPassword } from '../auth/ownPassword.ts';
import type { WithHashing } from '../auth/password.ts';
import { contentReply } from '../http/contentReply.ts';
import { demandMail } from '../http/language.ts';
import { hashingRoute, type RouteServices, route } from '../http/route.ts';
import type { Client } from '../limits/client.ts';
import { accountShape, ownAccountPatch, showAccount } from '../model/account.ts';
import { type Actor, ownId } from '../model/actor.ts';
import { toJson } from '../model/json.ts';
import { passwordProof } from '../model/password.ts';
import { readOwnAccount } from '../operations/ownAccount.ts';
import { writes } from '../operations/writes.ts';

const tag = 'Own account';
const path = '/api/v1/user';
const needs = 'manage own account';

export const ownAccountRoutes = [
  route({
    operation: 'readOwnAccount',
    method: 'get',
    path,
    tag,
    summary: 'Read your account',
    description: 'The account of the credentials of this request.',
    needs,
    conditions: ['If-None-Match'],
    success: { status: 200, description: 'The account of the credentials', schema: accountShape, headers: ['ETag'] },
    problems: ['invalid-input'],
    async handle({ actor, headers }, { store }) {
      return contentReply(showAccount(await store.read(readOwnAccount, ownId(actor))), headers);
    },
  }),

  hashingRoute({
    operation: 'patchOwnAccount',
    hashes: 'sometimes',
    method: 'patch',
    path,
    tag,
    summary: 'Change your account',
    description:
      'A new e-mail address needs the current password, and waits in `pending_email` until the link sent to it is opened. Your present address takes it back.',
    needs,
    body: ownAccountPatch,
    mergePatch: true,
    success: { status: 200, description: 'The account as it now is', schema: accountShape },
    problems: ['malformed-json', 'invalid-input', 'email-taken', 'mail-off'],
    async handle({ body: { name, ...body }, actor, client, headers, withHashing }, services) {
      const email = await provenEmail(body, { actor, client, withHashing }, headers, services);
      return { status: 200, body: toJson(showAccount(await services.store.write(writes.patchOwnAccount, actor, { name, email }))) };
    },
  }),

  hashingRoute({
    operation: 'deleteOwnAccount',
    hashes: 'always',
    method: 'post',
    path: '/api/v1/user/deletion',
    tag,
    summary: 'Delete your account',
    description: 'Needs the password. Logins and keys end at once; what you added to the catalogue stays.',
    needs,
    body: passwordProof,
    success: { status: 204, description: 'The account is gone' },
    problems: ['malformed-json', 'invalid-input'],
    async handle({ body, actor, client, withHashing }, services) {
      const given = { password: body.password, pointer: '/password' };
      await withOwnPassword(services, { actor, client, withHashing }, given, ({ passwordHash }) =>
        services.store.write(writes.deleteOwnAccount, actor, { verifiedHash: passwordHash }),
      );
      return { status: 204 };
    },
  }),
];

type EmailPatch = { email?: string | undefined; current_password?: string | undefined };

/** A new address with what proves that its owner asks, and what goes with the mail to it. */
async function provenEmail(
  { email, current_password }: EmailPatch,
  who: { actor: Actor; client: Client; withHashing: WithHashing },
  headers: Headers,
  services: RouteServices,
) {
  if (email === undefined || current_password === undefined) return undefined;
  const language = demandMail(headers, services.config);
  const given = { password: current_password, pointer: '/current_password' };
  const verifiedHash = await withOwnPassword(services, who, given, async ({ passwordHash }) => passwordHash);
  const gates = services.limits.mailGates('verify', { network: who.client.network, account: who.actor.accountId, address: email });
  return { email, mail: { language, gates }, verifiedHash };
}
