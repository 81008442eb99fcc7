import { pageReply } from '../http/page.ts';
import { route } from '../http/route.ts';
import { bandPage, bandQuery } from '../model/band.ts';
import { reads } from '../operations/reads.ts';

const path = '/api/v1/bands';

export const bandRoute = route({
  operation: 'listBands',
  method: 'get',
  path,
  tag: 'Artists',
  summary: 'List the bands that artists name',
  description: 'Each band once, however its artists spell it, in alphabetical order. `GET /api/v1/artists?band=` lists the artists of one.',
  query: bandQuery,
  success: { status: 200, description: 'One page of bands', schema: bandPage, headers: ['ETag', 'Link'] },
  async handle({ query, caller, cached }, { store, config }) {
    return cached(async () => pageReply(await store.readSlow(reads.listBands, query, caller()), query, path, config.prefix));
  },
});
