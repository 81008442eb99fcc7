import { z } from 'zod';
import { pageReply, readPage } from '../http/page.ts';
import { route } from '../http/route.ts';
import { chain } from '../model/awaitable.ts';
import { idText } from '../model/int64.ts';
import { membershipOf } from '../model/membership.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { fill } from '../model/recordPath.ts';
import { listedFact } from '../model/source.ts';
import { reads } from '../operations/reads.ts';
import { factRoutes } from './fact.ts';

const bandsPath = '/api/v1/artists/{artistId}/bands';

const bandsRoute = route({
  operation: 'listBandsOf',
  method: 'get',
  path: bandsPath,
  params: z.strictObject({ artistId: idText }),
  tag: 'Members',
  summary: 'List the groups that an artist was a member of',
  description: 'Their memberships, ordered by id: the same records as those of `members`, each with its group.',
  query: pageQuery,
  success: {
    status: 200,
    description: 'One page of memberships',
    schema: pageOf('MembershipOfPage', listedFact(membershipOf, 'MembershipOf')),
    headers: ['ETag', 'Link'],
  },
  handle({ params, query, headers, caller, cached }, { store, config }) {
    const readList = () => readPage(store, reads.listBandsOf, { ...params, ...query }, caller);
    return cached(() => chain(readList(), (slice) => pageReply(slice, query, fill(bandsPath, params), config.prefix, headers)));
  },
});

export const factsRoutes = [
  ...factRoutes('membership', { tag: 'Members', nameWithArticle: 'a membership', many: 'memberships' }),
  bandsRoute,
  ...factRoutes('alias', { tag: 'Aliases', nameWithArticle: 'an alias', many: 'aliases' }),
  ...factRoutes('artist_details', { tag: 'Details', nameWithArticle: 'the details of an artist', many: 'details' }),
  ...factRoutes('credit', { tag: 'Credits', nameWithArticle: 'a credit', many: 'credits' }),
  ...factRoutes('track', { tag: 'Tracks', nameWithArticle: 'a track', many: 'tracks' }),
  ...factRoutes('album_details', { tag: 'Details', nameWithArticle: 'the details of an album', many: 'details' }),
  ...factRoutes('artist_identifier', { tag: 'Identifiers', nameWithArticle: 'an identifier of an artist', many: 'identifiers' }),
  ...factRoutes('album_identifier', { tag: 'Identifiers', nameWithArticle: 'an identifier of an album', many: 'identifiers' }),
  ...factRoutes('artist_source', { tag: 'Sources', nameWithArticle: 'a source of an artist', many: 'sources' }),
  ...factRoutes('album_source', { tag: 'Sources', nameWithArticle: 'a source of an album', many: 'sources' }),
];
