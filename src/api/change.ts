import { seekReply } from '../http/page.ts';
import { route } from '../http/route.ts';
import { changeQuery, changeShape, showLoggedChange, showPosition } from '../model/change.ts';
import { changeFilters } from '../model/changeFilter.ts';
import { seekPageOf } from '../model/seekPage.ts';
import { showTime } from '../model/time.ts';
import { reads } from '../operations/reads.ts';
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
      'All changes of artists and albums in one order, without gaps. Send `meta.after` of a page as `after` to get each later change once. With `Accept: text/event-stream` the changes are sent as they happen. Each is an event `change`. Its data is the change, and `changes` has the old and new value of each changed member.',
    query: changeQuery,
    success: {
      status: 200,
      description: 'One page of changes',
      schema: seekPageOf('ChangePage', changeShape),
      headers: ['ETag', 'Link', 'Vary'],
    },
    problems: ['cursor-lost'],
    stream: streamChanges,
    async handle({ query, headers, caller }, { store, config }) {
      const page = await store.readSlow(reads.listChanges, query, caller());
      const { limit, order, since, until } = query;
      const params = {
        ...{ limit: String(limit), order },
        ...changeFilters.params(query),
        ...(since !== undefined && { since: showTime(since) }),
        ...(until !== undefined && { until: showTime(until) }),
      };
      return seekReply({ ...page, rows: page.rows.map(showLoggedChange) }, showPosition, { path, query: params }, config.prefix, headers);
    },
  }),
];
