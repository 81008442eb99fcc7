import { z } from 'zod';
import { linkedDataType, prefers, requireJsonAccepted } from '../http/accept.ts';
import { linkedDataReply } from '../http/contentReply.ts';
import { readPast } from '../http/past.ts';
import { createdReply, recordReply } from '../http/recordReply.ts';
import { type Input, type Route, type RouteServices, route, type SuccessHeader } from '../http/route.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { atQuery, reversion, versionOf } from '../model/history.ts';
import { idText } from '../model/int64.ts';
import { toJson } from '../model/json.ts';
import { knownTypes } from '../model/kinds.ts';
import { Problem } from '../model/problem.ts';
import { isEntryKind, isSingle, type Kind, type PathOf, parentOf, type RecordType, withArticle, wordsOf } from '../model/record.ts';
import { fill, listPathOf, paramsOf, pathOf } from '../model/recordPath.ts';
import { redactionOf } from '../model/redaction.ts';
import { recordOperations, type SomeOperations } from '../operations/recordOperations.ts';
import { historyRoutes, showFull } from './revision.ts';

type Verb = 'create' | 'read' | 'replace' | 'put' | 'patch' | 'remove' | 'revert';
type Words = { summary: string; description: string };

/** The settings of the routes of a kind of record. */
export type KindRoutes<K extends Kind> = {
  kind: K;
  tag: string;
  /** The name of the kind with its article, for summaries: `an artist`. */
  nameWithArticle: string;
  /** The record in the words of schema.org, for clients that prefer JSON-LD. */
  linkedData?(params: PathOf<K>, services: RouteServices): Awaitable<object>;
  /** The ids of existing records that the new one probably duplicates. */
  duplicates?(name: string, services: RouteServices, input: Pick<Input<object, unknown, unknown>, 'params' | 'caller'>): Promise<bigint[]>;
  /** Texts of the document that replace those of `wordsFor`. */
  words?: Partial<Record<Verb, Partial<Words>>>;
};

type RouteParts = ReturnType<typeof routePartsOf<Kind>>;

const writeConditions = ['If-Match', 'If-Unmodified-Since', 'If-None-Match'] as const;

/** The routes of a kind of record, with its history. A kind with at most one record under each parent has PUT, not POST. */
export function recordRoutes<K extends Kind>(routes: KindRoutes<K>): Route[] {
  const parts = routePartsOf(routes);
  const write = isSingle(routes.kind)
    ? [readRoute(parts), putRoute(parts)]
    : [createRoute(parts), readRoute(parts), updateRoute(parts, 'replace')];
  return [...write, updateRoute(parts, 'patch'), removeRoute(parts), revertRoute(parts), ...historyRoutes(parts), redactRoute(parts)];
}

/** The schema of the parameters in the path of a record or of a list. */
export function paramsSchema(names: string[]) {
  return z.strictObject(Object.fromEntries(names.map((name) => [name, idText])));
}

function routePartsOf<K extends Kind>({ kind, tag, nameWithArticle, linkedData, duplicates, words = {} }: KindRoutes<K>) {
  const type = knownTypes[kind] as unknown as RecordType;
  const names = paramsOf(kind);
  const common = wordsFor(kind, nameWithArticle);
  const place = { tag, path: pathOf(kind), params: paramsSchema(names) };
  return {
    type,
    ...place,
    listPath: listPathOf(kind),
    listParams: paramsSchema(names.slice(0, -1)),
    /** The path parameter that is the id of the record. */
    idParam: names.at(-1) as string,
    operations: recordOperations[kind] as unknown as SomeOperations,
    linkedData: linkedData as KindRoutes<never>['linkedData'],
    duplicates,
    named: (verb: Verb, prefix: string = verb) => ({ ...place, operation: prefix + type.name, ...common[verb], ...words[verb] }),
  };
}

/** The summaries and descriptions of the operations of a kind in the OpenAPI document. */
function wordsFor(kind: Kind, nameWithArticle: string): Record<Verb, Words> {
  const parent = parentOf(kind);
  const below = parent && !nameWithArticle.includes(' of ') ? ` to an ${parent}` : '';
  return {
    create: { summary: `Add ${nameWithArticle}${below}`, description: 'The `id` is used if it is free, as for artists.' },
    read: {
      summary: `Read ${nameWithArticle}`,
      description: `It is found only under its own ${parent}. With \`at\`, as it stood at that time.`,
    },
    replace: { summary: `Update ${nameWithArticle}`, description: 'Carries the full record; PATCH changes single members.' },
    put: {
      summary: `Add or update ${nameWithArticle}`,
      description: `There is one for each ${parent}, under its id. Carries the full record; PATCH changes single members.`,
    },
    patch: {
      summary: `Update some fields of ${nameWithArticle}`,
      description: 'A JSON Merge Patch (RFC 7396): members that are absent stay as they are.',
    },
    remove: { summary: `Delete ${nameWithArticle}`, description: isSingle(kind) ? 'PUT adds it again.' : 'Its id is never given again.' },
    revert: {
      summary: `Restore ${nameWithArticle} to a version`,
      description: 'A deleted record comes back; this needs the right to delete it.',
    },
  };
}

function createRoute({ type, listPath, listParams, operations, duplicates, named }: RouteParts): Route {
  return route({
    ...named('create'),
    path: listPath,
    params: listParams,
    method: 'post',
    needs: type.rights.write,
    body: type.creation,
    conditions: ['If-None-Match'],
    success: {
      status: 201,
      description: `The ${wordsOf(type.kind)} as it was added`,
      schema: type.shown,
      headers: ['Location', 'ETag', 'Last-Modified', ...(duplicates ? ['Link' as const] : [])],
    },
    problems: conflictsOf(type),
    async handle({ params, body: record, conditions, write, caller }, services) {
      const duplicateIds = (await duplicates?.((record as { name?: string }).name ?? '', services, { params, caller })) ?? [];
      const created = await write(operations.create, { ...params, record, requireId: conditions.ifNoneMatch === '*' });
      const pathOfId = (id: bigint) => `${services.config.prefix}${fill(listPath, params)}/${id}`;
      const others = duplicateIds.filter((id) => id !== created.record.id);
      return createdReply(created, pathOfId(created.record.id), others.map(pathOfId));
    },
  });
}

function readRoute({ type, operations, linkedData, named }: RouteParts): Route {
  return route({
    ...named('read'),
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
      if (linkedData && prefers(linkedDataType, headers)) {
        if (query.at === undefined) return chain(linkedData(params as never, services), linkedDataReply);
        requireJsonAccepted(headers);
      }
      const found =
        query.at === undefined
          ? services.store.read(operations.read, params)
          : readPast(input, services, operations.readAt, { ...params, at: query.at });
      return chain(found, recordReply);
    },
  });
}

function updateRoute(parts: RouteParts, verb: 'replace' | 'patch'): Route {
  const { type, operations, named } = parts;
  const byVerb =
    verb === 'patch'
      ? ({ ...named('patch'), method: 'patch', body: type.patch, mergePatch: true } as const)
      : ({ ...named('replace', 'update'), method: 'put', body: type.replacement } as const);
  return route({
    ...changeOf(parts),
    ...byVerb,
    async handle({ params, body, conditions, write }) {
      return recordReply(await write(operations[verb], { ...params, fields: withoutId(body), conditions }));
    },
  });
}

function putRoute(parts: RouteParts): Route {
  const { type, path, operations } = parts;
  const { success, ...change } = changeOf(parts);
  return route({
    ...parts.named('put'),
    ...change,
    method: 'put',
    body: type.replacement,
    success: { ...success, created: `The ${wordsOf(type.kind)} as they were added` },
    async handle({ params, body, conditions, write }, { config }) {
      const { created, ...put } = await write(operations.put, { ...params, fields: withoutId(body), conditions });
      return created ? createdReply(put, `${config.prefix}${fill(path, params)}`) : recordReply(put);
    },
  });
}

function removeRoute({ type, operations, named }: RouteParts): Route {
  return route({
    ...named('remove', 'delete'),
    method: 'delete',
    needs: type.rights.remove,
    conditions: [...writeConditions],
    success: { status: 204, description: 'Deleted' },
    async handle({ params, conditions, write }) {
      await write(operations.remove, { ...params, conditions });
      return { status: 204 };
    },
  });
}

function revertRoute({ type, path, operations, named }: RouteParts): Route {
  return route({
    ...named('revert'),
    path: `${path}/reversions`,
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
      ...(isEntryKind(type.kind) ? ['identifier-taken' as const] : conflictsOf(type)),
    ],
    async handle({ params, body, conditions, write }, { config }) {
      const { headers, ...reply } = recordReply(await write(operations.revert, { ...params, ...body, conditions }));
      // The path of the record differs from that of the request (RFC 9110 §8.7).
      return { ...reply, headers: { ...headers, 'Content-Location': `${config.prefix}${fill(path, params)}` } };
    },
  });
}

function redactRoute({ type, tag, path, params, operations }: RouteParts): Route {
  return route({
    tag,
    params: params.extend({ version: idText }) as unknown as z.ZodType<{ version: bigint }>,
    path: `${path}/revisions/{version}/redactions`,
    operation: `redact${type.name}`,
    summary: `Redact a version of ${withArticle(type.kind)}`,
    description: 'Erases values from all versions that have them.',
    method: 'post',
    needs: 'administer',
    body: redactionOf(type),
    takesKey: true,
    success: { status: 200, description: 'The version as it is now', schema: versionOf(type) },
    problems: ['still-current'],
    async handle({ params, body, write, caller }, { store }) {
      await write(operations.redact, { ...params, ...body });
      const version = await store.readSlow(operations.history.read, { ...params, evenDeleted: true }, caller()).catch(throwAfterRedaction);
      return { status: 200, body: toJson(showFull(version as NonNullable<typeof version>)) };
    },
  });
}

function throwAfterRedaction(error: unknown): never {
  if (!(error instanceof Problem && error.code === 'unavailable')) throw error;
  throw new Problem('unavailable', 'The redaction was made; read the version.', error.facts);
}

function changeOf({ type, idParam }: RouteParts) {
  return {
    needs: type.rights.write,
    idParam,
    conditions: [...writeConditions],
    success: {
      status: 200 as const,
      description: `The ${wordsOf(type.kind)} as it now is`,
      schema: type.shown,
      headers: ['ETag', 'Last-Modified'] satisfies SuccessHeader[],
    },
    problems: conflictsOf(type),
  };
}

/** The problems by which an addition or a change of a record may conflict with another record. */
function conflictsOf({ claims, unique }: Pick<RecordType, 'claims' | 'unique'>): ('identifier-taken' | 'already-there')[] {
  return [...(claims.length > 0 ? ['identifier-taken' as const] : []), ...(unique.length > 0 ? ['already-there' as const] : [])];
}

/** The id in the body is redundant: a request whose id differs from the path was refused before. */
function withoutId<F>({ id: _, ...fields }: { id?: bigint | undefined } & Partial<F>): Partial<F> {
  return fields as unknown as Partial<F>;
}
