import { z } from 'zod';
import { contentReply } from '../http/contentReply.ts';
import { pageReply, readPage } from '../http/page.ts';
import { route } from '../http/route.ts';
import { accountPatch, accountQuery, accountShape, showAccount } from '../model/account.ts';
import { requireRight } from '../model/actor.ts';
import { idText } from '../model/int64.ts';
import { toJson } from '../model/json.ts';
import { pageOf } from '../model/page.ts';
import { showUndo, undoRequest, undoShape, undoStart } from '../model/undo.ts';
import { readAccount } from '../operations/account.ts';
import { reads } from '../operations/reads.ts';
import { undoAccount } from '../operations/undo.ts';
import { writes } from '../operations/writes.ts';

const path = '/api/v1/user/accounts';
const common = { path, tag: 'Administration', needs: 'administer' } as const;
const single = { ...common, path: `${path}/{userId}`, params: z.strictObject({ userId: idText }) };

export const accountRoutes = [
  route({
    operation: 'listAccounts',
    method: 'get',
    ...common,
    summary: 'List accounts',
    description: 'Ordered by id.',
    query: accountQuery,
    success: { status: 200, description: 'One page of accounts', schema: pageOf('AccountPage', accountShape), headers: ['ETag', 'Link'] },
    async handle({ query, caller }, { store, config }) {
      const { listAccounts } = reads;
      // A search reads all accounts.
      const slice = await (query.search === undefined
        ? readPage(store, listAccounts, query, caller)
        : store.readSlow(listAccounts, query, caller()));
      const filter: Record<string, string> = query.search === undefined ? {} : { search: query.search };
      return pageReply({ ...slice, records: slice.records.map(showAccount) }, query, path, config.prefix, filter);
    },
  }),

  route({
    operation: 'readAccount',
    method: 'get',
    ...single,
    summary: 'Read an account',
    description: 'An account of this service, as an administrator sees it.',
    success: { status: 200, description: 'The account', schema: accountShape, headers: ['ETag'] },
    async handle({ params }, { store }) {
      return contentReply(showAccount(await store.read(readAccount, params.userId)));
    },
  }),

  route({
    operation: 'patchAccount',
    method: 'patch',
    ...single,
    summary: 'Change the role of an account, suspend or restore it',
    description: 'Not your own. The change holds from the next request of that account.',
    body: accountPatch,
    mergePatch: true,
    conditions: ['If-Match'],
    success: { status: 200, description: 'The account as it now is', schema: accountShape, headers: ['ETag'] },
    async handle({ params, body: { role, suspended }, conditions: { ifMatch }, actor }, { store }) {
      return contentReply(showAccount(await store.write(writes.patchAccount, actor, { id: params.userId, ifMatch, role, suspended })));
    },
  }),

  route({
    operation: 'deleteAccount',
    method: 'delete',
    ...single,
    summary: 'Delete an account',
    description: 'Not your own. Its logins and keys end at once; what it added to the catalogue stays.',
    conditions: ['If-Match'],
    success: { status: 204, description: 'The account is gone' },
    async handle({ params, conditions: { ifMatch }, actor }, { store }) {
      await store.write(writes.removeAccount, actor, { id: params.userId, ifMatch });
      return { status: 204 };
    },
  }),

  route({
    operation: 'revertAccount',
    method: 'post',
    ...single,
    path: `${single.path}/reversions`,
    needs: 'import, undo and hide',
    summary: 'Undo what an account changed in a span of time',
    description:
      'Artists and albums become what they were before, up to 500 in a request; `next` continues. What others changed since then is left as it is, and listed. With `dry_run` it only says what would be done.',
    body: undoRequest,
    success: { status: 200, description: 'The changes that are undone, or would be, and those that are left', schema: undoShape },
    async handle({ params, body, actor, caller, write, writePart }, { store }) {
      requireRight(actor, 'delete albums');
      const { since, until = Date.now(), dry_run, after = undoStart } = body;
      const request = { accountId: params.userId, since, until, after, dryRun: dry_run };
      const outcome = await undoAccount(request, {
        plan: (query) => store.readSlow(reads.planUndo, query, caller()),
        write: (part, last) => (last ? write : writePart)(writes.undoPart, part),
      });
      return { status: 200, body: toJson(showUndo(dry_run, outcome)) };
    },
  }),
];
