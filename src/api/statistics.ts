import { contentReply } from '../http/contentReply.ts';
import { route } from '../http/route.ts';
import { statistics } from '../model/statistics.ts';

export const statisticsRoute = route({
  operation: 'readStatistics',
  method: 'get',
  path: '/api/v1/statistics',
  tag: 'Artists',
  summary: 'Count artists and albums',
  description:
    'By decade, place and genre, and what is missing. Counted anew after a change, but never sooner than a hundred times as long as the count took.',
  success: { status: 200, description: 'The numbers', schema: statistics, headers: ['ETag'] },
  async handle(_, { counts }) {
    return contentReply(await counts.statistics.read());
  },
});
