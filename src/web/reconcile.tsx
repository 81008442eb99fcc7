/** @jsxImportSource #jsx */
import { readBody } from '../http/body.ts';
import { respondText } from '../http/compressed.ts';
import { plainWords } from '../http/markdown.ts';
import { meterOf } from '../http/mount.ts';
import type { Paths } from '../http/paths.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { respond } from '../http/respond.ts';
import type { Services } from '../http/services.ts';
import { callerOf } from '../http/slowRead.ts';
import { validate } from '../http/validate.ts';
import { anonymous } from '../model/actor.ts';
import { parseJson, toJson } from '../model/json.ts';
import { notFound } from '../model/problem.ts';
import { type Described, readRecordId } from '../model/reconcile.ts';
import { reads } from '../operations/reads.ts';
import { answerReconciliation, path, proposeProperties, type ReconciliationService, suggest } from '../reconcile/answer.ts';
import { pageText } from './html.ts';
import { albumPath, artistPath } from './paths.ts';

const formType = 'application/x-www-form-urlencoded';
/** The most bytes in the body of a POST. */
const maxBytes = 262_144;
/** The most members and items in the JSON of a request. */
const maxValues = 20_000;

/** The Reconciliation Service API 0.2, by which OpenRefine and others match tables with the catalogue. */
export function mountReconcile(paths: Paths, services: Services): void {
  const { publicUrl, limits, config } = services;

  function send(ctx: RequestContext, data: object): Response {
    const text = toJson(data);
    limits.countAnswer(ctx.client, text);
    return respondText(ctx, 200, text, { 'Content-Type': 'application/json; charset=utf-8' });
  }

  function serviceFor({ client, request }: RequestContext): ReconciliationService {
    return {
      url: publicUrl,
      read: (operation, input) => services.store.readSlow(operation, input, callerOf(client, anonymous, request)),
      parse: (schema, json) => validate([{ schema, ...parseJson(json, maxValues), noun: 'member' }])[0] as never,
      admitParts: (parts) => limits.admitParts(client, parts),
    };
  }

  const answer = async (ctx: RequestContext, text: string) =>
    send(ctx, await answerReconciliation(new URLSearchParams(text), serviceFor(ctx)));

  async function find(ctx: RequestContext): Promise<Described> {
    const record = readRecordId(ctx.params.id ?? '');
    const [found] = record ? await serviceFor(ctx).read(reads.readDescribed, { records: [record] }) : [];
    if (!found) throw notFound('record with this id');
    return found;
  }

  paths.get(path, (ctx) => answer(ctx, ctx.search));
  paths.post(path, async (ctx) => answer(ctx, await readBody(ctx.request, [formType], { maxBytes, meter: meterOf(ctx.client, services) })));
  for (const sort of ['entity', 'property', 'type'] as const)
    paths.get(`${path}/suggest/${sort}`, async (ctx) => send(ctx, await suggest(sort, new URLSearchParams(ctx.search), serviceFor(ctx))));
  paths.get(`${path}/properties`, (ctx) => send(ctx, proposeProperties(new URLSearchParams(ctx.search))));
  paths.get(`${path}/preview/:id`, async (ctx) => {
    const text = pageText(preview(await find(ctx), publicUrl, config.catalogueLanguage));
    limits.countAnswer(ctx.client, text);
    return respondText(ctx, 200, text, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': previewPolicy });
  });
  paths.get(`${path}/:id`, async (ctx) =>
    respond(ctx, 303, null, { Location: publicUrl + pagePath(await find(ctx)), 'Cache-Control': 'no-cache' }),
  );
}

function pagePath({ id, names: [name = ''], artist }: Described): string {
  return artist ? albumPath(artist, { id, name }) : artistPath({ id, name });
}

const style = 'body{margin:1em;font:14px/1.4 sans-serif}h1{margin:0;font-size:1.2em}p{margin:.5em 0}';
const styleHash = new Bun.CryptoHasher('sha256').update(style).digest('base64');
/** Any page may frame a preview, so it has no script, form, picture or rights of our origin. Its link opens a window. */
const previewPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'none'",
  "base-uri 'none'",
  'frame-ancestors *',
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

function preview(record: Described, publicUrl: string, language: string) {
  const [name = '', ...aliases] = record.names;
  const words = plainWords(record.text, 300);
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{name}</title>
        <style>{style}</style>
      </head>
      <body>
        <h1>
          <a href={publicUrl + pagePath(record)} target="_blank" rel="noopener">
            {name}
          </a>
        </h1>
        {record.note && <p>{record.note}</p>}
        {aliases.length > 0 && <p>{aliases.slice(0, 5).join(', ')}</p>}
        {words && <p>{words}</p>}
      </body>
    </html>
  );
}
