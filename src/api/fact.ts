import { z } from 'zod';
import { pageReply, readPage } from '../http/page.ts';
import { type Route, route } from '../http/route.ts';
import { chain } from '../model/awaitable.ts';
import { idText } from '../model/int64.ts';
import { factTypes } from '../model/kinds.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { type FactKind, isSingle, isSourceKind, kindRows, parentOf, type RecordType } from '../model/record.ts';
import { fill, listPathOf, paramsOf, pathOf } from '../model/recordPath.ts';
import { listedFact } from '../model/source.ts';
import { type FactList, operationsOfFact } from '../operations/registered.ts';
import { recordRoutes, singleRoutes, wordsFor } from './record.ts';
import { historyRoutes } from './revision.ts';

/** How the document names a kind: the tag, the kind with its article, as a summary names it, and several. */
type Names = { tag: string; one: string; many: string };

/** The routes of a kind of fact: those of every record, its history, and its list. */
export function factRoutes(kind: FactKind, { tag, one, many }: Names): Route[] {
  const type = factTypes[kind] as unknown as RecordType;
  const operations = operationsOfFact(kind) as never;
  const own = paramsOf(kind);
  const parent = parentOf(kind) ?? '';
  const word = wordsFor(type.name);
  const common = {
    type,
    tag,
    path: pathOf(kind),
    params: paramsSchema(own),
    operations,
    removed: `The ${one.replace(/^an? /, '')} is gone`,
  };
  const words = {
    create: word(
      'create',
      `Add ${one.includes(' of ') ? one : `${one} to an ${parent}`}`,
      'The `id` is used if it is free, as for artists.',
    ),
    read: word('read', `Read ${one}`, `It is found only under its own ${parent}. With \`at\`, as it stood at that time.`),
    replace: word('update', `Update ${one}`, 'Carries the full record; PATCH changes single members.'),
    put: word(
      'put',
      `Add or update ${one}`,
      `There is one for each ${parent}, under its id. Carries the full record; PATCH changes single members.`,
    ),
    patch: word('patch', `Update some fields of ${one}`, 'A JSON Merge Patch (RFC 7396): members that are absent stay as they are.'),
    remove: word('delete', `Delete ${one}`, isSingle(kind) ? 'PUT adds it again.' : 'Its id is never given again.'),
    revert: word('revert', `Restore ${one} to a version`, 'One that is deleted comes back; that takes the right to delete it.'),
  };
  const history = historyRoutes({ ...common, reads: operationsOfFact(kind).history as never });
  if (isSingle(kind)) return [...singleRoutes({ ...common, idParam: `${parent}Id` as never, words }), ...history];
  const list = { listPath: listPathOf(kind), listParams: paramsSchema(own.slice(0, -1)) };
  return [listRoute(kind, { tag, many }), ...recordRoutes({ ...common, ...list, idParam: own.at(-1) as never, words }), ...history];
}

const paramsSchema = (names: string[]) => z.strictObject(Object.fromEntries(names.map((name) => [name, idText])));

/** The list of a kind of fact under its parent. */
function listRoute(kind: FactKind, { tag, many }: Omit<Names, 'one'>): Route {
  const row = kindRows[kind];
  const path = listPathOf(kind);
  const { shown } = factTypes[kind];
  const list = operationsOfFact(kind).list as unknown as FactList;
  return route({
    operation: `list${'list' in row ? row.list : ''}`,
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
      schema: pageOf(`${row.name}Page`, isSourceKind(kind) ? shown : listedFact(shown, row.name)),
      headers: ['ETag', 'Link'],
    },
    handle({ params, query, headers, caller, cached }, { store, config }) {
      const look = () => readPage(store, list, { ...params, ...query }, caller);
      return cached(() => chain(look(), (slice) => pageReply(slice, query, fill(path, params), config.prefix, headers)));
    },
  });
}
