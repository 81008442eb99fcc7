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
import { type Operations, recordOperations, type SomeOperations } from '../operations/recordOperations.ts';
import { paramsSchema, recordRoutes } from './record.ts';

export const factsRoutes = [
  ...factRoutes('membership', { tag: 'Members', nameWithArticle: 'a membership', many: 'memberships' }),
  listRoute(reads.listBandsOf, {
    path: '/api/v1/artists/{artistId}/bands',
    params: z.strictObject({ artistId: idText }),
    tag: 'Members',
    summary: 'List the groups that an artist was a member of',
    description: 'The memberships of the artist, ordered by id, each with its group.',
    many: 'memberships',
    schema: pageOf('MembershipOfPage', listedFact(membershipOf, 'MembershipOf')),
  }),
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
  if (isSingle(kind)) return routes;
  const { shown, name } = knownTypes[kind];
  const list = listRoute((recordOperations[kind] as unknown as SomeOperations).list, {
    path: listPathOf(kind),
    params: paramsSchema(paramsOf(kind).slice(0, -1)),
    tag,
    summary: `List the ${many} of an ${parentOf(kind)}`,
    description: 'Ordered by id.',
    many,
    schema: pageOf(`${name}Page`, isSourceKind(kind) ? shown : listedFact(shown, name)),
  });
  return [list, ...routes];
}

type ListSpec<L> = Pick<Route, 'path' | 'tag' | 'summary' | 'description'> & { params: z.ZodType<L>; many: string; schema: z.ZodType };

/** `many`: what the list has, as a plural. */
function listRoute<L extends object>(list: Operations<Fields, L, object>['list'], { many, schema, ...spec }: ListSpec<L>): Route {
  return route({
    ...spec,
    operation: list.name,
    method: 'get',
    query: pageQuery,
    success: { status: 200, description: `One page of ${many}`, schema, headers: ['ETag', 'Link'] },
    handle({ params, query, headers, caller, cached }, { store, config }) {
      const readList = () => readPage(store, list, { ...params, ...query }, caller);
      return cached(() => chain(readList(), (slice) => pageReply(slice, query, fill(spec.path, params), config.prefix, headers)));
    },
  });
}
