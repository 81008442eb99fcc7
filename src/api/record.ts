import type { z } from 'zod';
import { readPast } from '../http/past.ts';
import { createdReply, readReply, revertedReply, updatedReply } from '../http/recordReply.ts';
import { type Input, type Route, type RouteServices, route, type SuccessHeader } from '../http/route.ts';
import type { Right } from '../model/actor.ts';
import { after } from '../model/awaitable.ts';
import { atQuery } from '../model/history.ts';
import type { ProblemCode } from '../model/problem.ts';
import type { Fields, RecordType } from '../model/record.ts';
import { reversion } from '../model/reversion.ts';
import type { RecordOperations } from '../operations/recordOperations.ts';
import { fill } from './path.ts';

/** What tells the routes of one kind of record from those of another. `L`: the parameters of its list's path, `P`: of a record's path. */
export type RecordRoutes<F extends Fields, L, P> = {
  type: RecordType<F>;
  tag: string;
  listPath: string;
  listParams: z.ZodType<L>;
  path: string;
  params: z.ZodType<P>;
  /** Which of them is the record's own id. */
  idParam: string & keyof P;
  /** Ids of records that one about to be added likely duplicates. */
  duplicates?(record: F, services: RouteServices, caller: Input<L, unknown, unknown>['caller']): Promise<bigint[]>;
  /** What its deletion leaves. */
  removed: string;
  operations: RecordOperations<F, L, P>;
  words: Record<Exclude<keyof RecordOperations<F, L, P>, 'readAt' | 'history'>, Words>;
};

type Words = { operation: string; summary: string; description: string };

const writeConditions = ['If-Match', 'If-Unmodified-Since', 'If-None-Match'] as const;

/** The operations that every kind of record has alike. */
export function recordRoutes<F extends Fields, L extends object, P extends object>(own: RecordRoutes<F, L, P>): Route[] {
  const { type, tag, listPath, listParams, path, params, idParam, operations, words } = own;
  const { kind, rights, shown } = type;
  const ofList = { tag, path: listPath, params: listParams };
  const ofOne = { tag, path, params };
  const toParent: ProblemCode[] = type.ancestors.length > 0 ? ['not-found'] : [];

  return [
    route({
      ...ofList,
      ...words.create,
      method: 'post',
      needs: rights.write,
      body: type.creation,
      conditions: ['If-None-Match'],
      success: {
        status: 201,
        description: `The ${kind} as it was added`,
        schema: shown,
        headers: ['Location', 'ETag', 'Last-Modified', ...(own.duplicates ? ['Link' as const] : [])],
      },
      problems: ['malformed-json', 'invalid-input', ...toParent, 'precondition-failed'],
      async handle({ params, body: record, conditions, write, caller }, services) {
        const likely = (await own.duplicates?.(record, services, caller)) ?? [];
        const created = await write(operations.create, { ...params, record, insist: conditions.ifNoneMatch === '*' });
        const at = (id: bigint) => `${services.config.prefix}${fill(listPath, params)}/${id}`;
        const others = likely.filter((id) => id !== created.record.id);
        return createdReply(created, at(created.record.id), others.map(at));
      },
    }),

    route({
      ...ofOne,
      ...words.read,
      method: 'get',
      mayNeed: 'read deleted',
      query: atQuery,
      conditions: ['If-None-Match', 'If-Modified-Since'],
      success: { status: 200, description: `The ${kind}`, schema: shown, headers: ['ETag', 'Last-Modified'] },
      problems: ['invalid-input', 'not-found'],
      handle(input, services) {
        const { params, query, headers } = input;
        const found =
          query.at === undefined
            ? services.store.read(operations.read, params)
            : readPast(input, services, operations.readAt, { ...params, at: query.at });
        return after(found, (revision) => readReply(revision, headers));
      },
    }),

    route({
      ...ofOne,
      ...words.replace,
      ...changeOf(type, rights.write, idParam),
      method: 'put',
      body: type.replacement,
      async handle({ params, body, conditions, write }) {
        return updatedReply(await write(operations.replace, { ...params, fields: withoutId(body), conditions }));
      },
    }),

    route({
      ...ofOne,
      ...words.patch,
      ...changeOf(type, rights.write, idParam),
      method: 'patch',
      body: type.patch,
      mergePatch: true,
      async handle({ params, body, conditions, write }) {
        return updatedReply(await write(operations.patch, { ...params, fields: withoutId(body), conditions }));
      },
    }),

    route({
      ...ofOne,
      ...words.remove,
      method: 'delete',
      needs: rights.remove,
      conditions: [...writeConditions],
      success: { status: 204, description: own.removed },
      problems: ['invalid-input', 'not-found', 'precondition-failed'],
      async handle({ params, conditions, write }) {
        await write(operations.remove, { ...params, conditions });
        return { status: 204 };
      },
    }),

    route({
      tag,
      params,
      path: `${path}/reversions`,
      ...words.revert,
      method: 'post',
      needs: rights.write,
      conditions: [...writeConditions],
      body: reversion,
      success: {
        status: 200,
        description: `The ${kind} as it now is`,
        schema: shown,
        headers: ['ETag', 'Last-Modified', 'Content-Location'],
      },
      problems: [
        'malformed-json',
        'invalid-input',
        'not-found',
        'precondition-failed',
        ...(type.ancestors.length > 0 ? ['artist-deleted' as const] : []),
      ],
      async handle({ params, body, conditions, write }, { config }) {
        const reverted = await write(operations.revert, { ...params, ...body, conditions });
        return revertedReply(reverted, `${config.prefix}${fill(path, params)}`);
      },
    }),
  ];
}

/** What PUT and PATCH have in common. */
function changeOf<F extends Fields>({ kind, shown }: RecordType<F>, needs: Right, idParam: string) {
  return {
    needs,
    idParam,
    conditions: [...writeConditions],
    success: {
      status: 200 as const,
      description: `The ${kind} as it now is`,
      schema: shown,
      headers: ['ETag', 'Last-Modified'] satisfies SuccessHeader[],
    },
    problems: ['malformed-json', 'invalid-input', 'not-found', 'precondition-failed'] satisfies ProblemCode[],
  };
}

/** The id in the body only repeats the one in the path. */
function withoutId<F>({ id: _, ...fields }: { id?: bigint | undefined } & Partial<F>): Partial<F> {
  return fields as unknown as Partial<F>;
}
