import { z } from 'zod';
import { pageReply, readPage } from '../http/page.ts';
import { type Route, route } from '../http/route.ts';
import { chain } from '../model/awaitable.ts';
import { idText } from '../model/int64.ts';
import { knownTypes } from '../model/kinds.ts';
import { membershipOf } from '../model/membership.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { type FactKind, type Fields, isSingle, isSourceKind, parentOf } from '../model/record.ts';
import { fill, listPathOf, paramsOf } from '../model/recordPath.ts';
import { listedFact } from '../model/source.ts';
import { reads } from '../operations/reads.ts';
import { type Operations, recordOperations } from '../operations/recordOperations.ts';
import { paramsSchema, recordRoutes } from './record.ts';

const bandsPath = '/api/v1/artists/{artistId}/bands';

const bandsRoute = route({
  operation: 'listBandsOf',
  method: 'get',
  path: bandsPath,
  params: z.strictObject({ artistId: idText }),
  tag: 'Members',
  summary: 'List the groups that an artist was a member of',
  description: 'The memberships of the artist, ordered by id, each with its group.',
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

/** The words for a kind in the document: its tag, its name with an article, and its plural. */
type Names = { tag: string; nameWithArticle: string; many: string };

function factRoutes(kind: FactKind, { tag, nameWithArticle, many }: Names): Route[] {
  const routes = recordRoutes({ kind, tag, nameWithArticle });
  return isSingle(kind) ? routes : [listRoute(kind, { tag, many }), ...routes];
}

function listRoute(kind: FactKind, { tag, many }: Omit<Names, 'nameWithArticle'>): Route {
  const path = listPathOf(kind);
  const { shown, name } = knownTypes[kind];
  const { list } = recordOperations[kind] as unknown as Operations<Fields, object, object>;
  return route({
    operation: list.name,
    method: 'get',
    path,
    params: paramsSchema(paramsOf(kind).slice(0, -1)),
    tag,
    summary: `List the ${many} of an ${parentOf(kind)}`,
    description: 'Ordered by id.',
    query: pageQuery,
    success: {
      status: 200,
      description: `One page of ${many}`,
      schema: pageOf(`${name}Page`, isSourceKind(kind) ? shown : listedFact(shown, name)),
      headers: ['ETag', 'Link'],
    },
    handle({ params, query, headers, caller, cached }, { store, config }) {
      const readList = () => readPage(store, list, { ...params, ...query }, caller);
      return cached(() => chain(readList(), (slice) => pageReply(slice, query, fill(path, params), config.prefix, headers)));
    },
  });
}
