import type { z } from 'zod';
import { contentReply } from '../http/contentReply.ts';
import { seekReply } from '../http/page.ts';
import { readPast } from '../http/past.ts';
import { type Route, route } from '../http/route.ts';
import { type Change, historyQuery, revisionShape, showChange, showVersionCursor, versionOf } from '../model/history.ts';
import { idText } from '../model/int64.ts';
import { type Fields, type RecordType, withArticle } from '../model/record.ts';
import { fill } from '../model/recordPath.ts';
import { seekPageOf } from '../model/seekPage.ts';
import type { SomeOperations } from '../operations/recordOperations.ts';
import type { FullVersion } from '../operations/revision.ts';

type RecordParts = {
  type: RecordType;
  tag: string;
  path: string;
  params: z.ZodObject;
  operations: Pick<SomeOperations, 'history'>;
};

export function historyRoutes({ type, tag, path, params, operations: { history } }: RecordParts): Route[] {
  const { kind, name } = type;
  const listPath = `${path}/revisions`;
  const named = withArticle(kind);
  const common = { tag, method: 'get' as const, mayNeed: 'read deleted' as const, conditions: ['If-None-Match' as const] };

  return [
    route({
      ...common,
      operation: `list${name}Revisions`,
      path: listPath,
      summary: `List the versions of ${named}`,
      description: 'Its versions, the newest first, each with its changes. The history of a deleted record is for editors.',
      params,
      query: historyQuery,
      success: { status: 200, description: 'One page of versions', schema: revisionPage, headers: ['ETag', 'Link'] },
      async handle(input, services) {
        const { query } = input;
        const page = await readPast(input, services, history.list, { ...input.params, ...query }, ({ rows }) => rows.some(isHidden));
        const rows = page.rows.map(showChange);
        const list = { path: fill(listPath, input.params), query: { limit: String(query.limit) } };
        return seekReply({ ...page, rows }, showVersionCursor, list, services.config.prefix);
      },
    }),

    route({
      ...common,
      operation: `read${name}Revision`,
      path: `${listPath}/{version}`,
      summary: `Read a version of ${named}`,
      description: 'The record in that version, who changed it, when, why and what. The history of a deleted record is for editors.',
      params: params.extend({ version: idText }) as unknown as z.ZodType<{ version: bigint }>,
      success: { status: 200, description: 'The version', schema: versionOf(type), headers: ['ETag'] },
      async handle(input, services) {
        return contentReply(showFull(await readPast(input, services, history.read, input.params, isHidden)));
      },
    }),
  ];
}

const isHidden = ({ revision }: Change) => revision.hidden !== null;

export function showFull<F extends Fields>({ record, ...change }: FullVersion<F>) {
  return { ...showChange(change), record: record ?? null };
}

const revisionPage = seekPageOf('RevisionPage', revisionShape);
