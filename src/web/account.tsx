/** @jsxImportSource #jsx */

import type { WithHashing } from '../auth/password.ts';
import { resetByLink } from '../auth/passwordReset.ts';
import { readBody } from '../http/body.ts';
import { languageOf, mailLanguageOf } from '../http/language.ts';
import type { Paths } from '../http/paths.ts';
import { problemTypes } from '../http/problemTypes.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { requireOwnForm } from '../http/sameSite.ts';
import type { Services } from '../http/services.ts';
import { anonymous } from '../model/actor.ts';
import { hashLinkToken, type LinkPurpose, linkPath, linkPurposes, tokenIn } from '../model/linkToken.ts';
import { passwordReset } from '../model/passwordReset.ts';
import { Problem } from '../model/problem.ts';
import { readLink } from '../operations/linkToken.ts';
import { writes } from '../operations/writes.ts';
import { LinkPage, OutcomePage, type PageContext, ResetPage, VerifyPage } from './accountPages.tsx';
import { judgedWithRepeat, secretFields } from './form.ts';
import { faultsOf, noFaults } from './formFaults.ts';
import { privateHtml } from './html.ts';

/** Somebody opens a link. `email` is undefined where the link does not work. */
type LinkVisit = { ctx: RequestContext; context: PageContext; services: Services; token: string; email: string | undefined };

/**
 * The pages that the links of mail open. Such a link has its token in the fragment, so the page asks for it by a form, which a
 * script sends at once. Looking changes nothing, so that no mail scanner uses a link up; the button does.
 */
export function mountAccountPages(paths: Paths, services: Services): void {
  for (const purpose of linkPurposes) {
    const path = linkPath(purpose);
    paths.get(path, (ctx) => privateHtml(ctx, 200, <LinkPage {...contextOf(ctx, services)} purpose={purpose} />));
    paths.post(path, async (ctx) => {
      const form = await readForm(ctx, services);
      return answers[purpose](await visit(ctx, services, purpose, form.get('token')), form);
    });
  }
}

/** What the page of a link answers to a form: to that with the token what the link offers, to the next what came of it. */
const answers: Record<LinkPurpose, (visit: LinkVisit, form: URLSearchParams) => Response | Promise<Response>> = {
  verify: (visit, form) => (form.has('confirm') ? verify(visit) : showVerify(visit)),
  reset: (visit, form) => (form.has('password') ? reset(visit, form) : showReset(visit)),
};

async function visit(ctx: RequestContext, services: Services, purpose: LinkPurpose, given: string | null): Promise<LinkVisit> {
  const token = tokenIn(given ?? '');
  const link = await services.store.read(readLink, { tokenHash: hashLinkToken(token), use: purpose, now: Date.now() });
  return { ctx, context: contextOf(ctx, services), services, token, email: link?.email };
}

function contextOf(ctx: RequestContext, { config }: Services): PageContext {
  return { site: config, language: languageOf(ctx.headers, config) };
}

/** A token and a password twice, each of at most 256 characters that are escaped, have a third of it. */
const maxFormBytes = 16 * 1024;

/** @throws Problem where the form comes from another site, is none, or is too large */
async function readForm(ctx: RequestContext, { publicUrl }: Services): Promise<URLSearchParams> {
  requireOwnForm(ctx.headers, publicUrl);
  return new URLSearchParams(await readBody(ctx.request, ['application/x-www-form-urlencoded'], { most: maxFormBytes }));
}

function showVerify({ ctx, context, token, email }: LinkVisit): Response {
  if (email === undefined) return showDead(ctx, context);
  return privateHtml(ctx, 200, <VerifyPage {...context} token={token} email={email} />);
}

function showReset({ ctx, context, services, token, email }: LinkVisit, faults = noFaults): Response {
  if (email === undefined) return showDead(ctx, context);
  const { minPasswordLength } = services.config;
  return privateHtml(
    ctx,
    faults.fields.size > 0 ? 400 : 200,
    <ResetPage {...context} token={token} email={email} least={minPasswordLength} faults={faults} />,
  );
}

function showDead(ctx: RequestContext, context: PageContext): Response {
  return privateHtml(ctx, 400, <OutcomePage {...context} outcome="dead" />);
}

async function verify({ ctx, context, services, token }: LinkVisit): Promise<Response> {
  const { store, config } = services;
  const input = { tokenHash: hashLinkToken(token), language: mailLanguageOf(ctx.headers, config) };
  try {
    await store.write(writes.verifyAddress, anonymous, input);
  } catch (error) {
    return showProblem(ctx, context, error);
  }
  return privateHtml(ctx, 200, <OutcomePage {...context} outcome="verified" />);
}

async function reset(visited: LinkVisit, form: URLSearchParams): Promise<Response> {
  const { ctx, context, services, token, email } = visited;
  if (email === undefined) return showDead(ctx, context);
  try {
    const schema = passwordReset(services.config.minPasswordLength);
    const given = judgedWithRepeat(schema, { token, password: form.get('password') ?? '' }, form);
    const { network } = services.limits.clientOf(ctx.address);
    const withHashing: WithHashing = (account, work) => services.passwords.withHashing({ network, account }, work);
    await resetByLink(given, mailLanguageOf(ctx.headers, services.config), { store: services.store, withHashing });
  } catch (error) {
    const faults = error instanceof Problem ? faultsOf(error, context.language) : noFaults;
    const tells = secretFields.some((name) => faults.fields.has(name));
    return tells ? showReset(visited, faults) : showProblem(ctx, context, error);
  }
  return privateHtml(ctx, 200, <OutcomePage {...context} outcome="changed" />);
}

/** @throws what is no refusal, for it is a defect */
function showProblem(ctx: RequestContext, context: PageContext, error: unknown): Response {
  if (!(error instanceof Problem)) throw error;
  ctx.problem = error.code;
  const outcome = error.code === 'email-taken' ? 'taken' : error.code === 'invalid-input' ? 'dead' : 'trouble';
  return privateHtml(ctx, problemTypes[error.code].status, <OutcomePage {...context} outcome={outcome} />);
}
