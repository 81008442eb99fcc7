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
/** The most bytes in the body of a POST. */
const maxBytes = 8_192;

/** OAI-PMH 2.0, by which archives harvest catalogues. Protocol errors are answers with 200; HTTP errors stay problem documents. */
export function mountOai(paths: Paths, services: Services): void {
  async function answer(ctx: RequestContext, text: string): Promise<Response> {
    const body = await answerOai(new URLSearchParams(text), repositoryFor(ctx, services));
    services.limits.countAnswer(ctx.client, body);
    return respondText(ctx, 200, body, { 'Content-Type': 'text/xml; charset=utf-8' });
  }
  paths.get(path, (ctx) => answer(ctx, ctx.search));
  paths.post(path, async (ctx) => answer(ctx, await readBody(ctx.request, [formType], { maxBytes, meter: meterOf(ctx.client, services) })));
}

function repositoryFor({ client, request }: RequestContext, { config, publicUrl, store }: Services): Repository {
  // The host is part of each OAI identifier, whose syntax forbids the brackets of an IPv6 address.
  const host = new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '');
  const { contact, catalogueLanguage } = config;
  return {
    url: publicUrl + path,
    host,
    admin: contact?.startsWith('mailto:') ? contact.slice('mailto:'.length) : `postmaster@${host.includes('.') ? host : `${host}.invalid`}`,
    language: catalogueLanguage,
    terms: config,
    pageOf: (shown) => publicUrl + (shown.artist ? albumPath(shown.artist, shown) : artistPath(shown)),
    validate: (schema, query) => validate([queryPart(schema, query)])[0],
    read: (operation, input) => store.readSlow(operation, input, callerOf(client, anonymous, request)),
  };
}
