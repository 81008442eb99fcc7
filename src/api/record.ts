import type { z } from 'zod';
import { prefersLinkedData, requireJsonAccepted } from '../http/accept.ts';
import { linkedDataReply } from '../http/contentReply.ts';
import { readPast } from '../http/past.ts';
import { createdReply, readReply, revertedReply, updatedReply } from '../http/recordReply.ts';
import { type Input, type Route, type RouteServices, route, type SuccessHeader } from '../http/route.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { atQuery } from '../model/history.ts';
import { type Fields, isEntryKind, type RecordType, wordsOf } from '../model/record.ts';
import { fill } from '../model/recordPath.ts';
import { reversion } from '../model/reversion.ts';
import type { CommonOperations, RecordOperations, SingleOperations } from '../operations/recordOperations.ts';

/** What tells the routes of one kind of record from those of another. `P`: the parameters of a record's path. */
export type CommonRoutes<F extends Fields, P> = {
  type: RecordType<F>;
  tag: string;
  path: string;
  params: z.ZodType<P>;
  /** Which of them is the record's own id. */
  idParam: string & keyof P;
  /** The record in the words of schema.org, for clients that prefer JSON-LD. */
  linkedData?(params: P, services: RouteServices): Awaitable<object>;
  /** What its deletion leaves. */
  removed: string;
  operations: CommonOperations<F, P>;
  words: Record<'read' | 'patch' | 'remove' | 'revert', Words>;
};

/** `L`: the parameters of its list's path. */
export type RecordRoutes<F extends Fields, L, P> = CommonRoutes<F, P> & {
  listPath: string;
  listParams: z.ZodType<L>;
  /** Ids of records that one about to be added likely duplicates. */
  duplicates?(record: F, services: RouteServices, caller: Input<L, unknown, unknown>['caller']): Promise<bigint[]>;
  operations: RecordOperations<F, L, P>;
  words: Record<'create' | 'replace', Words>;
};

/** Where there is one under each parent. */
export type SingleRoutes<F extends Fields, P> = CommonRoutes<F, P> & { operations: SingleOperations<F, P>; words: Record<'put', Words> };

type Words = { operation: string; summary: string; description: string };

/** How the document names the operations of a kind. */
export function wordsFor(name: string): (verb: string, summary: string, description: string) => Words {
  return (verb, summary, description) => ({ operation: `${verb}${name}`, summary, description });
}

const writeConditions = ['If-Match', 'If-Unmodified-Since', 'If-None-Match'] as const;

/** The operations that every kind of record has alike. */
export function recordRoutes<F extends Fields, L extends object, P extends object>(own: RecordRoutes<F, L, P>): Route[] {
  return [createRoute(own), readRoute(own), replaceRoute(own), patchRoute(own), removeRoute(own), revertRoute(own)];
}

/** Those of a kind of which there is one under each parent. */
export function singleRoutes<F extends Fields, P extends object>(own: SingleRoutes<F, P>): Route[] {
  return [readRoute(own), putRoute(own), patchRoute(own), removeRoute(own), revertRoute(own)];
}

function createRoute<F extends Fields, L extends object, P extends object>(own: RecordRoutes<F, L, P>): Route {
  const { type, tag, listPath, operations, words } = own;
  return route({
    tag,
    path: listPath,
    params: own.listParams,
    ...words.create,
    method: 'post',
    needs: type.rights.write,
    body: type.creation,
    conditions: ['If-None-Match'],
    success: {
      status: 201,
      description: `The ${wordsOf(type.kind)} as it was added`,
      schema: type.shown,
      headers: ['Location', 'ETag', 'Last-Modified', ...(own.duplicates ? ['Link' as const] : [])],
    },
    problems: takenOf(type),
    async handle({ params, body: record, conditions, write, caller }, services) {
      const likely = (await own.duplicates?.(record, services, caller)) ?? [];
      const created = await write(operations.create, { ...params, record, insist: conditions.ifNoneMatch === '*' });
      const at = (id: bigint) => `${services.config.prefix}${fill(listPath, params)}/${id}`;
      const others = likely.filter((id) => id !== created.record.id);
      return createdReply(created, at(created.record.id), others.map(at));
    },
  });
}

function readRoute<F extends Fields, P extends object>(own: CommonRoutes<F, P>): Route {
  const { type, tag, path, params, operations, words, linkedData } = own;
  return route({
    tag,
    path,
    params,
    ...words.read,
    method: 'get',
    mayNeed: 'read deleted',
    query: atQuery,
    conditions: ['If-None-Match', 'If-Modified-Since'],
    success: {
      status: 200,
      description: `The ${wordsOf(type.kind)}`,
      schema: type.shown,
      headers: ['ETag', 'Last-Modified', ...(linkedData ? ['Vary' as const] : [])],
    },
    linkedData: linkedData !== undefined,
    handle(input, services) {
      const { params, query, headers } = input;
      if (linkedData && prefersLinkedData(headers)) {
        if (query.at === undefined) return chain(linkedData(params, services), (data) => linkedDataReply(data, headers));
        requireJsonAccepted(headers);
      }
      const found =
        query.at === undefined
          ? services.store.read(operations.read, params)
          : readPast(input, services, operations.readAt, { ...params, at: query.at });
      return chain(found, (revision) => readReply(revision, headers));
    },
  });
}

function replaceRoute<F extends Fields, L, P extends object>(own: RecordRoutes<F, L, P>): Route {
  const { type, operations, words } = own;
  return route({
    ...words.replace,
    ...changeOf(own),
    method: 'put',
    body: type.replacement,
    async handle({ params, body, conditions, write }) {
      return updatedReply(await write(operations.replace, { ...params, fields: withoutId(body), conditions }));
    },
  });
}

function putRoute<F extends Fields, P extends object>(own: SingleRoutes<F, P>): Route {
  const { type, path, operations, words } = own;
  const { success, ...change } = changeOf(own);
  return route({
    ...words.put,
    ...change,
    method: 'put',
    body: type.replacement,
    success: { ...success, created: `The ${wordsOf(type.kind)} as they were added` },
    async handle({ params, body, conditions, write }, { config }) {
      const { created, ...put } = await write(operations.put, { ...params, fields: withoutId(body), conditions });
      return created ? createdReply(put, `${config.prefix}${fill(path, params)}`) : updatedReply(put);
    },
  });
}

function patchRoute<F extends Fields, P extends object>(own: CommonRoutes<F, P>): Route {
  const { type, operations, words } = own;
  return route({
    ...words.patch,
    ...changeOf(own),
    method: 'patch',
    body: type.patch,
    mergePatch: true,
    async handle({ params, body, conditions, write }) {
      return updatedReply(await write(operations.patch, { ...params, fields: withoutId(body), conditions }));
    },
  });
}

function removeRoute<F extends Fields, P extends object>(own: CommonRoutes<F, P>): Route {
  const { type, tag, path, params, removed, operations, words } = own;
  return route({
    tag,
    path,
    params,
    ...words.remove,
    method: 'delete',
    needs: type.rights.remove,
    conditions: [...writeConditions],
    success: { status: 204, description: removed },
    async handle({ params, conditions, write }) {
      await write(operations.remove, { ...params, conditions });
      return { status: 204 };
    },
  });
}

function revertRoute<F extends Fields, P extends object>({ type, tag, path, params, operations, words }: CommonRoutes<F, P>): Route {
  return route({
    tag,
    params,
    path: `${path}/reversions`,
    ...words.revert,
    method: 'post',
    needs: type.rights.write,
    conditions: [...writeConditions],
    body: reversion,
    success: {
      status: 200,
      description: `The ${wordsOf(type.kind)} as it now is`,
      schema: type.shown,
      headers: ['ETag', 'Last-Modified', 'Content-Location'],
    },
    problems: [
      ...type.ancestors.map((above) => `${above}-deleted` as const),
      ...(isEntryKind(type.kind) ? ['identifier-taken' as const] : takenOf(type)),
    ],
    async handle({ params, body, conditions, write }, { config }) {
      const reverted = await write(operations.revert, { ...params, ...body, conditions });
      return revertedReply(reverted, `${config.prefix}${fill(path, params)}`);
    },
  });
}

/** What PUT and PATCH have in common. */
function changeOf<F extends Fields, P>({ type, tag, path, params, idParam }: CommonRoutes<F, P>) {
  return {
    tag,
    path,
    params,
    needs: type.rights.write,
    idParam,
    conditions: [...writeConditions],
    success: {
      status: 200 as const,
      description: `The ${wordsOf(type.kind)} as it now is`,
      schema: type.shown,
      headers: ['ETag', 'Last-Modified'] satisfies SuccessHeader[],
    },
    problems: takenOf(type),
  };
}

function takenOf({ claims }: Pick<RecordType, 'claims'>): 'identifier-taken'[] {
  return claims.length > 0 ? ['identifier-taken'] : [];
}

/** The id in the body only repeats the one in the path. */
function withoutId<F>({ id: _, ...fields }: { id?: bigint | undefined } & Partial<F>): Partial<F> {
  return fields as unknown as Partial<F>;
}
