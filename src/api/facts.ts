import { z } from 'zod';
import { pageReply, readPage } from '../http/page.ts';
import { type Route, route } from '../http/route.ts';
import { chain } from '../model/awaitable.ts';
import { idText } from '../model/int64.ts';
import { knownTypes } from '../model/kinds.ts';
import { membershipOf } from '../model/membership.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import {
  type EntryKind,
  type FactKind,
  type Fields,
  factKinds,
  isSingle,
  isSourceKind,
  kindRows,
  parentOf,
  withArticle,
} from '../model/record.ts';
import { fill, listPathOf, paramsOf } from '../model/recordPath.ts';
import { listedFact } from '../model/source.ts';
import { reads } from '../operations/reads.ts';
import { type Operations, recordOperations, type SomeOperations } from '../operations/recordOperations.ts';
import { paramsSchema, recordRoutes } from './record.ts';

const bandsRoute = listRoute(reads.listBandsOf, {
  path: '/api/v1/artists/{artistId}/bands',
  params: z.strictObject({ artistId: idText }),
  tag: 'Members',
  summary: 'List the groups that an artist was a member of',
  description: 'The memberships of the artist, ordered by id, each with its group.',
  many: 'memberships',
  schema: pageOf('MembershipOfPage', listedFact(membershipOf, 'MembershipOf')),
});

export const factsRoutes = [...factKinds.flatMap(factRoutes), bandsRoute];

function factRoutes(kind: FactKind): Route[] {
  const { tag, nameWithArticle, many } = namesOf(kind);
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

/** The words for a kind in the document: its tag, its name with an article, and its plural. An `artist_source` is a source of an artist. */
function namesOf(kind: FactKind) {
  const { segment, plural } = kindRows[kind];
  const parent = parentOf(kind) as EntryKind;
  const word = kind.replace(`${parent}_`, '');
  const name = isSingle(kind) ? `the ${word}` : withArticle(word);
  return {
    tag: segment.replace(/^./, (first) => first.toUpperCase()),
    nameWithArticle: word === kind ? name : `${name} of an ${parent}`,
    many: plural.replace(`${parent}_`, ''),
  };
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
    handle({ params, query, caller, cached }, { store, config }) {
      const readList = () => readPage(store, list, { ...params, ...query }, caller);
      return cached(() => chain(readList(), (slice) => pageReply(slice, query, fill(spec.path, params), config.prefix)));
    },
  });
}
