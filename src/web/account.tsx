/** @jsxImportSource hono/jsx */

import type { Context, Hono } from 'hono';
import type { WithHashing } from '../auth/password.ts';
import { resetByLink } from '../auth/passwordReset.ts';
import { readBody } from '../http/body.ts';
import { languageOf, mailLanguageOf } from '../http/language.ts';
import { problemTypes } from '../http/problemTypes.ts';
import type { AppEnv } from '../http/requestLog.ts';
import { demandOwnForm } from '../http/sameSite.ts';
import type { Services } from '../http/services.ts';
import { anonymous } from '../model/actor.ts';
import { hashLinkToken, type LinkPurpose, linkPurposes, tokenIn } from '../model/linkToken.ts';
import { maxPasswordLength } from '../model/password.ts';
import { Problem } from '../model/problem.ts';
import { codePoints } from '../model/text.ts';
import { readLink } from '../operations/linkToken.ts';
import { writes } from '../operations/writes.ts';
import { type FormErrors, LinkPage, OutcomePage, type PageContext, ResetPage, VerifyPage } from './accountPages.tsx';
import { accountTexts } from './accountTexts.ts';
import { privateHtml } from './html.ts';

export const accountPaths = { verify: '/account/verify', reset: '/account/reset' } satisfies Record<LinkPurpose, string>;

/** A link and the person before it. `email` is undefined where the link does not work. */
type Visit = { c: Context<AppEnv>; context: PageContext; services: Services; token: string; email: string | undefined };

/**
 * The pages that the links of mail open. Such a link has its token in the fragment, so the page asks for it by a form, which a
 * script sends at once. Looking changes nothing, so that no mail scanner uses a link up; the button does.
 */
export function mountAccountPages(app: Hono<AppEnv>, services: Services): void {
  for (const purpose of linkPurposes)
    app.get(accountPaths[purpose], (c) => privateHtml(c, 200, <LinkPage {...contextOf(c, services)} purpose={purpose} />));
  app.post(accountPaths.verify, async (c) => {
    const form = await readForm(c, services);
    const visited = await visit(c, services, 'verify', form.get('token'));
    return form.has('confirm') ? verify(visited) : showVerify(visited);
  });
  app.post(accountPaths.reset, async (c) => {
    const form = await readForm(c, services);
    const visited = await visit(c, services, 'reset', form.get('token'));
    return form.has('password') ? reset(visited, form.get('password') ?? '', form.get('repeat') ?? '') : showReset(visited);
  });
}

async function visit(c: Context<AppEnv>, services: Services, purpose: LinkPurpose, given: string | null): Promise<Visit> {
  const token = tokenIn(given ?? '');
  const link = await services.store.read(readLink, { tokenHash: hashLinkToken(token), purpose, now: Date.now() });
  return { c, context: contextOf(c, services), services, token, email: link?.email };
}

function contextOf(c: Context<AppEnv>, { config }: Services): PageContext {
  return { site: config, language: languageOf(c.req.raw.headers, config) };
}

/** A token and a password twice, each of at most 256 characters that are escaped, have a third of it. */
const maxFormBytes = 16 * 1024;

/** @throws Problem where the form comes from another site, is none, or is too large */
async function readForm(c: Context<AppEnv>, { publicUrl }: Services): Promise<URLSearchParams> {
  demandOwnForm(c.req.raw.headers, publicUrl);
  return new URLSearchParams(await readBody(c.req.raw, ['application/x-www-form-urlencoded'], { most: maxFormBytes }));
}

function showVerify({ c, context, token, email }: Visit): Response {
  if (email === undefined) return showDead(c, context);
  return privateHtml(c, 200, <VerifyPage {...context} token={token} email={email} />);
}

function showReset({ c, context, services, token, email }: Visit, errors?: FormErrors): Response {
  if (email === undefined) return showDead(c, context);
  const { minPasswordLength } = services.config;
  return privateHtml(
    c,
    errors ? 400 : 200,
    <ResetPage {...context} token={token} email={email} least={minPasswordLength} {...(errors && { errors })} />,
  );
}

function showDead(c: Context<AppEnv>, context: PageContext): Response {
  return privateHtml(c, 400, <OutcomePage {...context} outcome="dead" />);
}

async function verify({ c, context, services, token }: Visit): Promise<Response> {
  const { store, config } = services;
  const input = { tokenHash: hashLinkToken(token), language: mailLanguageOf(c.req.raw.headers, config) };
  try {
    await store.write(writes.verifyAddress, anonymous, input);
  } catch (error) {
    return showProblem(c, context, error);
  }
  return privateHtml(c, 200, <OutcomePage {...context} outcome="verified" />);
}

async function reset(visit: Visit, password: string, repeat: string): Promise<Response> {
  const { c, context, services, token, email } = visit;
  const errors = errorsOf(password, repeat, context, services.config.minPasswordLength);
  if (email === undefined || errors) return showReset(visit, errors);
  try {
    const { network } = services.limits.clientOf(c.get('address'));
    const withHashing: WithHashing = (account, work) => services.passwords.withHashing({ network, account }, work);
    await resetByLink({ token, password }, mailLanguageOf(c.req.raw.headers, services.config), { store: services.store, withHashing });
  } catch (error) {
    const weak = error instanceof Problem && error.facts.errors?.some(({ pointer }) => pointer === '/password');
    return weak ? showReset(visit, { password: accountTexts[context.language].errors.weak }) : showProblem(c, context, error);
  }
  return privateHtml(c, 200, <OutcomePage {...context} outcome="changed" />);
}

function errorsOf(password: string, repeat: string, { language }: PageContext, least: number): FormErrors | undefined {
  const texts = accountTexts[language].errors;
  const length = codePoints(password);
  if (length < least) return { password: texts.short(least) };
  if (length > maxPasswordLength) return { password: texts.long(maxPasswordLength) };
  return password === repeat ? undefined : { repeat: texts.differs };
}

/** @throws what is no refusal, for it is a defect */
function showProblem(c: Context<AppEnv>, context: PageContext, error: unknown): Response {
  if (!(error instanceof Problem)) throw error;
  c.set('problem', error.code);
  const outcome = error.code === 'email-taken' ? 'taken' : error.code === 'invalid-input' ? 'dead' : 'trouble';
  return privateHtml(c, problemTypes[error.code].status, <OutcomePage {...context} outcome={outcome} />);
}
