import { pageReply, readPage } from '../http/page.ts';
import { type Route, route } from '../http/route.ts';
import { chain } from '../model/awaitable.ts';
import { knownTypes } from '../model/kinds.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { type FactKind, type Fields, isSingle, isSourceKind, parentOf } from '../model/record.ts';
import { fill, listPathOf, paramsOf } from '../model/recordPath.ts';
import { listedFact } from '../model/source.ts';
import { type Operations, recordOperations } from '../operations/recordOperations.ts';
import { paramsSchema, recordRoutes } from './record.ts';

/** The words for a kind in the document: its tag, its name with an article, and its plural. */
type Names = { tag: string; nameWithArticle: string; many: string };

export function factRoutes(kind: FactKind, { tag, nameWithArticle, many }: Names): Route[] {
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
