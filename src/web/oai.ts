import { readBody } from '../http/body.ts';
import { respondText } from '../http/compressed.ts';
import { meterOf } from '../http/mount.ts';
import type { Paths } from '../http/paths.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { Services } from '../http/services.ts';
import { callerOf } from '../http/slowRead.ts';
import { queryPart, validate } from '../http/validate.ts';
import { anonymous } from '../model/actor.ts';
import { answerOai, type Repository } from '../oai/answer.ts';
import { albumPath, artistPath } from './paths.ts';

const path = '/oai';
const formType = 'application/x-www-form-urlencoded';
/** Of a request by POST. */
const maxBytes = 8_192;

/** OAI-PMH 2.0, by which archives harvest catalogues. Its errors are answers with 200; those of HTTP stay problem documents. */
export function mountOai(paths: Paths, services: Services): void {
  async function answer(ctx: RequestContext, text: string): Promise<Response> {
    const made = await answerOai(new URLSearchParams(text), repositoryFor(ctx, services));
    services.limits.countAnswer(ctx.client, made);
    return respondText(ctx, 200, made, { 'Content-Type': 'text/xml; charset=utf-8' });
  }
  paths.get(path, (ctx) => answer(ctx, ctx.search));
  paths.post(path, async (ctx) => answer(ctx, await readBody(ctx.request, [formType], { maxBytes, meter: meterOf(ctx.client, services) })));
}

function repositoryFor({ client, request }: RequestContext, { config, publicUrl, store }: Services): Repository {
  const host = new URL(publicUrl).hostname;
  const { contact, licence, catalogueLanguage } = config;
  return {
    url: publicUrl + path,
    host,
    admin: contact?.startsWith('mailto:') ? contact.slice('mailto:'.length) : `postmaster@${host.includes('.') ? host : `${host}.invalid`}`,
    language: catalogueLanguage,
    licence,
    pageOf: (shown) => publicUrl + (shown.artist ? albumPath(shown.artist, shown) : artistPath(shown)),
    validate: (schema, query) => validate([queryPart(schema, query)])[0],
    read: (operation, input) => store.readSlow(operation, input, callerOf(client, anonymous, request)),
  };
}
