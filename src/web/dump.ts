import { join } from 'node:path';
import { respondText } from '../http/compressed.ts';
import { isUnchanged } from '../http/conditions.ts';
import type { Paths } from '../http/paths.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { respond } from '../http/respond.ts';
import type { Services } from '../http/services.ts';
import { type DumpFile, filesOf } from '../model/dump.ts';
import { toJson } from '../model/json.ts';
import { Problem } from '../model/problem.ts';
import { listDumps } from '../operations/dump.ts';
import { sitePaths } from './paths.ts';

/** The files of the dumps, and their index. */
export function mountDumps(paths: Paths, services: Services): void {
  const { dumpsFolder: folder } = services.config;
  paths.get(`${sitePaths.dumps}/index.json`, (ctx) =>
    respondText(ctx, 200, toJson({ dumps: listDumps(folder) }), { 'Content-Type': 'application/json' }),
  );
  if (folder === undefined) return;
  paths.get(`${sitePaths.dumps}/:file`, (ctx) => {
    const found = listDumps(folder)
      .flatMap(filesOf)
      .find(({ file }) => file === ctx.params.file);
    if (!found) throw new Problem('not-found', `There is no such dump. The list is at ${services.publicUrl}${sitePaths.dumps}/index.json`);
    return sendFile(ctx, join(folder, found.file), found, services);
  });
}

/** A published file never changes, but a redaction withdraws it. So browsers revalidate it each time. */
function sendFile(ctx: RequestContext, path: string, { bytes, sha256 }: DumpFile, { limits }: Services): Response {
  const tag = `"${sha256}"`;
  const headers = {
    'Content-Type': 'application/gzip',
    'Cache-Control': 'no-cache',
    'Accept-Ranges': 'bytes',
    ETag: tag,
  };
  if (isUnchanged(ctx.headers, tag)) return respond(ctx, 304, null, headers);
  const range = rangeOf(ctx.headers, bytes, tag);
  if (range === 'outside') return respond(ctx, 416, null, { ...headers, 'Content-Range': `bytes */${bytes}` });
  const { start, end } = range ?? { start: 0, end: bytes };
  if (ctx.method !== 'HEAD') limits.countAnswer(ctx.client, end - start);
  const part = Bun.file(path).slice(start, end);
  return range
    ? respond(ctx, 206, part, { ...headers, 'Content-Range': `bytes ${start}-${end - 1}/${bytes}` })
    : respond(ctx, 200, part, headers);
}

/**
 * One range of bytes, so that a download can be resumed (RFC 9110 §14). Undefined: the whole file, even if several ranges are requested.
 */
function rangeOf(headers: Headers, bytes: number, tag: string): { start: number; end: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range') ?? '') ?? [];
  const condition = headers.get('if-range');
  if ((from === '' && to === '') || (condition !== null && condition !== tag)) return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes : Math.min(bytes, Number(to) + 1);
  return start < end ? { start, end } : 'outside';
}
