import { z } from 'zod';
import { seekReply } from '../http/page.ts';
import { route } from '../http/route.ts';
import { changeQuery, changeShape, showLoggedChange, showPosition } from '../model/change.ts';
import { changeFilters } from '../model/changeFilter.ts';
import { hidingRequest } from '../model/hiding.ts';
import { idText } from '../model/int64.ts';
import { seekPageOf } from '../model/seekPage.ts';
import { showTime } from '../model/time.ts';
import { reads } from '../operations/reads.ts';
import { writes } from '../operations/writes.ts';
import { streamChanges } from './changeStream.ts';

const path = '/api/v1/changes';

export const changeRoutes = [
  route({
    operation: 'listChanges',
    method: 'get',
    path,
    tag: 'Changes',
    summary: 'List the changes of the catalogue',
    description:
      'All changes of artists and albums in one order, without gaps. Send `meta.after` of a page as `after` to get each later change once. With `Accept: text/event-stream` the changes are sent as they happen, as events `change`. The data of an event is the change, with `changes`: the old and new value of each changed member.',
    query: changeQuery,
    success: {
      status: 200,
      description: 'One page of changes',
      schema: seekPageOf('ChangePage', changeShape),
      headers: ['ETag', 'Link', 'Vary'],
    },
    problems: ['cursor-lost'],
    stream: streamChanges,
    async handle({ query, caller }, { store, config }) {
      const page = await store.readSlow(reads.listChanges, query, caller());
      const { limit, order, since, until } = query;
      const params = {
        ...{ limit: String(limit), order },
        ...changeFilters.params(query),
        ...(since !== undefined && { since: showTime(since) }),
        ...(until !== undefined && { until: showTime(until) }),
      };
      return seekReply({ ...page, rows: page.rows.map(showLoggedChange) }, showPosition, { path, query: params }, config.prefix);
    },
  }),
  route({
    operation: 'hideChange',
    method: 'patch',
    path: `${path}/{seq}`,
    tag: 'Changes',
    summary: 'Hide a change from all but editors',
    description: 'Also hides the other changes that the same request made to the artist. Null shows all of them again.',
    needs: 'import, undo and hide',
    params: z.strictObject({ seq: idText }),
    body: hidingRequest,
    mergePatch: true,
    success: { status: 204, description: 'It is hidden, or shown' },
    problems: ['still-current'],
    async handle({ params, body, write }) {
      await write(writes.hideChange, { ...params, ...body });
      return { status: 204 };
    },
  }),
];
