import { z } from 'zod';
import { pageReply } from '../http/page.ts';
import { route } from '../http/route.ts';
import { ownId } from '../model/actor.ts';
import { idText } from '../model/int64.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { sessionShape, showSession } from '../model/session.ts';
import { listSessions } from '../operations/session.ts';
import { writes } from '../operations/writes.ts';

const path = '/api/v1/user/sessions';
const common = { path, tag: 'Own account', needs: 'manage own account' } as const;

export const sessionRoutes = [
  route({
    operation: 'listSessions',
    method: 'get',
    ...common,
    summary: 'List your logins',
    description: 'Your valid logins, ordered by id.',
    query: pageQuery,
    success: { status: 200, description: 'One page of logins', schema: pageOf('SessionPage', sessionShape), headers: ['ETag', 'Link'] },
    async handle({ query, actor }, { store, config }) {
      const slice = await store.read(listSessions, { accountId: ownId(actor), now: Date.now(), page: query });
      const records = slice.records.map((session) => showSession(session, actor.sessionId));
      return pageReply({ ...slice, records }, query, path, config.prefix);
    },
  }),

  route({
    operation: 'endSessions',
    method: 'delete',
    ...common,
    summary: 'End all your logins',
    description: 'This login too. Tokens and keys of the logins end with them; lasting keys go on.',
    success: { status: 204, description: 'All logins have ended' },
    async handle({ actor }, { store }) {
      await store.write(writes.endAllSessions, actor, { keepOwn: false });
      return { status: 204 };
    },
  }),

  route({
    operation: 'endSession',
    method: 'delete',
    ...common,
    path: `${path}/{sessionId}`,
    summary: 'End one of your logins',
    description: 'Its token and its key end with it. This is how to log out.',
    params: z.strictObject({ sessionId: idText }),
    success: { status: 204, description: 'The login has ended' },
    async handle({ params, actor }, { store }) {
      await store.write(writes.endSession, actor, params.sessionId);
      return { status: 204 };
    },
  }),
];
