/** @jsxImportSource #jsx */

import type { WithHashing } from '../auth/password.ts';
import { resetByLink } from '../auth/passwordReset.ts';
import { readBody } from '../http/body.ts';
import type { Exchange } from '../http/exchange.ts';
import { languageOf, mailLanguageOf } from '../http/language.ts';
import type { Paths } from '../http/paths.ts';
import { problemTypes } from '../http/problemTypes.ts';
import { demandOwnForm } from '../http/sameSite.ts';
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
type LinkVisit = { exchange: Exchange; context: PageContext; services: Services; token: string; email: string | undefined };

/**
 * The pages that the links of mail open. Such a link has its token in the fragment, so the page asks for it by a form, which a
 * script sends at once. Looking changes nothing, so that no mail scanner uses a link up; the button does.
 */
export function mountAccountPages(paths: Paths, services: Services): void {
  for (const purpose of linkPurposes) {
    const path = linkPath(purpose);
    paths.get(path, (exchange) => privateHtml(exchange, 200, <LinkPage {...contextOf(exchange, services)} purpose={purpose} />));
    paths.post(path, async (exchange) => {
      const form = await readForm(exchange, services);
      return answers[purpose](await visit(exchange, services, purpose, form.get('token')), form);
    });
  }
}

/** What the page of a link answers to a form: to that with the token what the link offers, to the next what came of it. */
const answers: Record<LinkPurpose, (visit: LinkVisit, form: URLSearchParams) => Response | Promise<Response>> = {
  verify: (visit, form) => (form.has('confirm') ? verify(visit) : showVerify(visit)),
  reset: (visit, form) => (form.has('password') ? reset(visit, form) : showReset(visit)),
};

async function visit(exchange: Exchange, services: Services, purpose: LinkPurpose, given: string | null): Promise<LinkVisit> {
  const token = tokenIn(given ?? '');
  const link = await services.store.read(readLink, { tokenHash: hashLinkToken(token), use: purpose, now: Date.now() });
  return { exchange, context: contextOf(exchange, services), services, token, email: link?.email };
}

function contextOf(exchange: Exchange, { config }: Services): PageContext {
  return { site: config, language: languageOf(exchange.headers, config) };
}

/** A token and a password twice, each of at most 256 characters that are escaped, have a third of it. */
const maxFormBytes = 16 * 1024;

/** @throws Problem where the form comes from another site, is none, or is too large */
async function readForm(exchange: Exchange, { publicUrl }: Services): Promise<URLSearchParams> {
  demandOwnForm(exchange.headers, publicUrl);
  return new URLSearchParams(await readBody(exchange.request, ['application/x-www-form-urlencoded'], { most: maxFormBytes }));
}

function showVerify({ exchange, context, token, email }: LinkVisit): Response {
  if (email === undefined) return showDead(exchange, context);
  return privateHtml(exchange, 200, <VerifyPage {...context} token={token} email={email} />);
}

function showReset({ exchange, context, services, token, email }: LinkVisit, faults = noFaults): Response {
  if (email === undefined) return showDead(exchange, context);
  const { minPasswordLength } = services.config;
  return privateHtml(
    exchange,
    faults.fields.size > 0 ? 400 : 200,
    <ResetPage {...context} token={token} email={email} least={minPasswordLength} faults={faults} />,
  );
}

function showDead(exchange: Exchange, context: PageContext): Response {
  return privateHtml(exchange, 400, <OutcomePage {...context} outcome="dead" />);
}

async function verify({ exchange, context, services, token }: LinkVisit): Promise<Response> {
  const { store, config } = services;
  const input = { tokenHash: hashLinkToken(token), language: mailLanguageOf(exchange.headers, config) };
  try {
    await store.write(writes.verifyAddress, anonymous, input);
  } catch (error) {
    return showProblem(exchange, context, error);
  }
  return privateHtml(exchange, 200, <OutcomePage {...context} outcome="verified" />);
}

async function reset(visited: LinkVisit, form: URLSearchParams): Promise<Response> {
  const { exchange, context, services, token, email } = visited;
  if (email === undefined) return showDead(exchange, context);
  try {
    const schema = passwordReset(services.config.minPasswordLength);
    const given = judgedWithRepeat(schema, { token, password: form.get('password') ?? '' }, form);
    const { network } = services.limits.clientOf(exchange.address);
    const withHashing: WithHashing = (account, work) => services.passwords.withHashing({ network, account }, work);
    await resetByLink(given, mailLanguageOf(exchange.headers, services.config), { store: services.store, withHashing });
  } catch (error) {
    const faults = error instanceof Problem ? faultsOf(error, context.language) : noFaults;
    const tells = secretFields.some((name) => faults.fields.has(name));
    return tells ? showReset(visited, faults) : showProblem(exchange, context, error);
  }
  return privateHtml(exchange, 200, <OutcomePage {...context} outcome="changed" />);
}

/** @throws what is no refusal, for it is a defect */
function showProblem(exchange: Exchange, context: PageContext, error: unknown): Response {
  if (!(error instanceof Problem)) throw error;
  exchange.problem = error.code;
  const outcome = error.code === 'email-taken' ? 'taken' : error.code === 'invalid-input' ? 'dead' : 'trouble';
  return privateHtml(exchange, problemTypes[error.code].status, <OutcomePage {...context} outcome={outcome} />);
}
