import { z } from 'zod';
import { pageReply, readPage } from '../http/page.ts';
import { type Route, route } from '../http/route.ts';
import { after } from '../model/awaitable.ts';
import { idText } from '../model/int64.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { type FactKind, type Fields, plurals, type RecordType } from '../model/record.ts';
import type { FactOperations } from '../operations/registered.ts';
import { fill } from './path.ts';
import { recordRoutes } from './record.ts';
import { historyRoutes } from './revision.ts';

/** The routes of a kind of fact differ in these. */
type FactRoutes<K extends FactKind, F extends Fields> = {
  type: RecordType<F, K>;
  tag: string;
  /** The last segment of the list's path, behind that of the artist. */
  segment: string;
  /** The kind with its article, as a summary names it. */
  one: string;
  operations: FactOperations<K, F>;
  /** The operation id of the list. */
  list: string;
};

const listParams = z.strictObject({ artistId: idText });

/** The routes of a kind of fact about an artist: those of every record, its history, and its list. */
export function factRoutes<K extends FactKind, F extends Fields>({ type, tag, segment, one, operations, list }: FactRoutes<K, F>): Route[] {
  const { kind, name } = type;
  const listPath = `/api/v1/artists/{artistId}/${segment}`;
  const idParam = `${kind}Id`;
  const record = { type, tag, path: `${listPath}/{${idParam}}`, params: z.strictObject({ artistId: idText, [idParam]: idText }) };
  const word = (verb: string, summary: string, description: string) => ({ operation: `${verb}${name}`, summary, description });
  return [
    route({
      operation: list,
      method: 'get',
      path: listPath,
      params: listParams,
      tag,
      summary: `List the ${plurals[kind]} of an artist`,
      description: 'Ordered by id.',
      query: pageQuery,
      conditions: ['If-None-Match'],
      success: {
        status: 200,
        description: `One page of ${plurals[kind]}`,
        schema: pageOf(`${name}Page`, type.shown),
        headers: ['ETag', 'Link'],
      },
      problems: ['invalid-input', 'not-found'],
      handle({ params, query, headers, caller, cached }, { store, config }) {
        const look = () => readPage(store, operations.list, { ...params, ...query }, caller);
        return cached(() => after(look(), (slice) => pageReply(slice, query, fill(listPath, params), config.prefix, headers)));
      },
    }),
    ...recordRoutes<F, object, object>({
      ...(record as never as { type: RecordType<F>; tag: string; path: string; params: z.ZodType<object> }),
      listPath,
      listParams,
      idParam: idParam as never,
      operations: operations as never,
      removed: `The ${kind} is gone`,
      words: {
        create: word('create', `Add ${one} to an artist`, 'The `id` is used if it is free, as for artists.'),
        read: word('read', `Read ${one}`, 'It is found only under its own artist. With `at`, as it stood at that time.'),
        replace: word('update', `Update ${one}`, `Carries the full ${kind}; PATCH changes single members.`),
        patch: word('patch', `Update some fields of ${one}`, 'A JSON Merge Patch (RFC 7396): members that are absent stay as they are.'),
        remove: word('delete', `Delete ${one}`, 'Its id is never given again.'),
        revert: word('revert', `Restore ${one} to a version`, 'One that is deleted comes back; that takes the right to delete it.'),
      },
    }),
    ...historyRoutes({ ...record, reads: operations.history as never } as never),
  ];
}
