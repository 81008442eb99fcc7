/** @jsxImportSource #jsx */

import { reserveSlot, type WithHashing } from '../auth/password.ts';
import { maxBodyBytes, piecesOfBody, readBody, requireType } from '../http/body.ts';
import { formWrites } from '../http/formWrite.ts';
import { hashingFor, meterOf, requireConnected } from '../http/mount.ts';
import { formWithFile, readFileForm } from '../http/multipart.ts';
import { refusalFields } from '../http/problem.ts';
import { problemTypes } from '../http/problemTypes.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { respond } from '../http/respond.ts';
import { requireOwnForm, requireOwnPage } from '../http/sameSite.ts';
import type { Services } from '../http/services.ts';
import { anonymous, requireRight } from '../model/actor.ts';
import { unauthenticated } from '../model/challenge.ts';
import { fieldError, invalidInput, Problem } from '../model/problem.ts';
import { type Answer, type Form, lookField, type SentForm, secretFields, signedInField } from './form.ts';
import { faultsOf, noFaults } from './formFaults.ts';
import { frame, headersOf } from './frame.tsx';
import { privateHtml } from './html.ts';
import { ownPath, pathOf } from './ownPath.ts';
import { askToSignIn } from './pages/signIn.tsx';
import { noteDone, withNotice } from './parts/notice.tsx';
import { formPaths } from './paths.ts';
import { keepLanguage, type Visit, visitAs, visitOf } from './visit.ts';

const formType = 'application/x-www-form-urlencoded';
/**
 * The longest description, in characters of four bytes, takes 240,000 bytes in a form. The limit is half of a body, since the sign-in
 * page sends the same fields again.
 */
const maxFormBytes = maxBodyBytes / 2;
const maxFields = 500;

/** A form of ours that a limit refused, without its secrets. `whole`: false if it had some. */
export type Refused = { path: string; fields: [string, string][]; whole: boolean };

export async function showForm(ctx: RequestContext, services: Services, form: Form): Promise<Response> {
  const visit = await visitFor(form, ctx, services);
  if (form.needs && !visit.member) return toSignIn(visit);
  if (form.needs) requireMemberRight(visit, form.needs);
  const file = await form.download?.(visit);
  return file ?? answer(visit, await form.show(visit, { typed: new URLSearchParams(), faults: noFaults }), keepLanguage(visit));
}

/** Accepts a form from our own pages only, and counts it as a request of the API. */
export async function receiveForm(ctx: RequestContext, services: Services, form: SentForm): Promise<Response> {
  const { headers } = ctx.request;
  const requireOwn = form.tokenIsCredential ? requireOwnForm : requireOwnPage;
  requireOwn(headers, services.publicUrl);
  requireType(headers, [formType]);
  const releaseSlot = form.hashes ? await reserveSlot(services.passwords, ctx.client.network) : () => {};
  try {
    return await sendForm(ctx, services, form, hashingFor(ctx.client, services, releaseSlot));
  } finally {
    releaseSlot();
  }
}

/** Accepts a form with a file. The file is read as it arrives and is not kept, so after a new sign-in the form must be sent again. */
export async function receiveFile(
  ctx: RequestContext,
  services: Services,
  form: Form & Required<Pick<Form, 'onUpload'>>,
): Promise<Response> {
  const { request } = ctx;
  requireOwnPage(request.headers, services.publicUrl);
  const type = request.headers.get('content-type') ?? '';
  if (!type.toLowerCase().startsWith(`${formWithFile};`)) requireType(request.headers, [formWithFile]);
  const visit = await visitFor(form, ctx, services);
  if (form.needs && !visit.member) return toSignIn(visit);
  const fields = new URLSearchParams();
  try {
    if (form.needs) requireMemberRight(visit, form.needs);
    const sent = await readFileForm(type, piecesOfBody(request, services.config.maxImport + maxFormBytes));
    for (const [name, value] of sent.fields) fields.append(name, value);
    const writes = formWrites(ctx, services, visit.member?.actor ?? anonymous, { needs: form.needs, once: null });
    return answer(visit, await form.onUpload(visit, { ...sent, ...writes }));
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'internal') throw error;
    return refused(visit, form, fields, error);
  }
}

async function sendForm(ctx: RequestContext, services: Services, form: SentForm, withHashing: WithHashing): Promise<Response> {
  const text = await readBody(ctx.request, [formType], { meter: meterOf(ctx.client, services) });
  ctx.form = text;
  const fields = fieldsOf(text);
  const malformed = malformedIn(text, form);
  // The limits of the account count the body too, so the account is looked up after the body was read.
  const visit = await visitFor(form, ctx, services);
  try {
    if (form.needs) requireMemberRight(visit, form.needs);
    if (malformed) throw malformed;
    if (form.needs === 'manage own account') requireSameAccount(visit, fields);
    if (fields.has(lookField)) return answer(visit, await form.show(visit, { typed: fields, faults: noFaults }));
    const writes = formWrites(ctx, services, visit.member?.actor ?? anonymous, { needs: form.needs, once: onceOf(fields) });
    await requireConnected(ctx.request);
    return answer(visit, await form.onSubmit(visit, { fields, withHashing, ...writes }));
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'internal') throw error;
    const refusal = await refused(visit, form, fields, error);
    // The form redirects to another page now, so nobody can correct it.
    if (error === malformed && refusal.status === 303) throw error;
    return refusal;
  }
}

const visitFor = async ({ tokenIsCredential }: Form, ctx: RequestContext, services: Services): Promise<Visit> =>
  tokenIsCredential ? visitAs(undefined, ctx, services) : visitOf(ctx, services);

const toSignIn = (visit: Visit) => answer(visit, { location: `${formPaths.signIn}?${new URLSearchParams({ next: pathOf(visit.ctx) })}` });

/** Shows the form again, with its values and faults. If the session has ended, shows the sign-in page, which sends the form afterwards. */
async function refused(visit: Visit, form: Form, fields: URLSearchParams, problem: Problem): Promise<Response> {
  const { ctx, services, language } = visit;
  const status = problemTypes[problem.code].status;
  const signedOut = problem.code === 'unauthenticated' || problem.code === 'invalid-token';
  const shownAs = signedOut ? visitAs(undefined, ctx, services) : visit;
  const state = { typed: fields, faults: faultsOf(problem, language, [...fields.keys()]) };
  const shown = await (signedOut ? askToSignIn(shownAs, fields) : form.show(shownAs, state));
  return answer(shownAs, 'location' in shown ? shown : { ...shown, status }, refusalFields(ctx, problem));
}

/** Another person may have signed in with the same browser since the page was made. */
function requireSameAccount({ member }: Visit, fields: URLSearchParams): void {
  const shownTo = fields.get(signedInField);
  if (shownTo !== null && shownTo !== String(member?.account.id)) throw invalidInput(fieldError('', 'otherAccount'));
}

function requireMemberRight({ member }: Visit, right: NonNullable<Form['needs']>): void {
  if (!member) throw unauthenticated();
  requireRight(member.actor, right);
}

function answer(visit: Visit, result: Answer, extra: Record<string, string> = {}): Response {
  const { ctx, services, prefix } = visit;
  const headers = { ...extra, ...result.headers };
  if ('location' in result) {
    const redirect = respond(ctx, 303, null, { 'Cache-Control': 'no-store', ...headers, Location: prefix + result.location });
    return noteDone(visit, redirect, result);
  }
  const shownAs = result.member ? { ...visit, member: result.member } : visit;
  const head = (
    <>
      <link rel="stylesheet" href={`${prefix}/assets/forms.css`} />
      <link rel="stylesheet" href={`${prefix}/assets/account.css`} />
      <script type="module" src={`${prefix}/assets/sent.js`} data-sent={ctx.method === 'POST' ? '' : undefined} />
      {result.head}
    </>
  );
  const text = frame(shownAs, { ...result, head, hidden: true });
  services.limits.countAnswer(ctx.client, text);
  return withNotice(visit, privateHtml(ctx, result.status ?? 200, text, { ...headersOf(shownAs, result), ...headers }));
}

/** Reads at most `maxFields` fields, since a megabyte of fields takes 70 ms. */
function fieldsOf(text: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(text.split('&', maxFields).join('&')))
    fields.append(name, value.replaceAll('\r\n', '\n').replaceAll('\0', ''));
  return fields;
}

/** The problem of a form that none of our pages sends. The form is shown with it, and with the typed text. */
function malformedIn(text: string, { maxBytes = maxFormBytes }: SentForm): Problem | undefined {
  if (Buffer.byteLength(text) > maxBytes) return new Problem('content-too-large', `The form may have at most ${maxBytes} bytes.`);
  if (text.split('&', maxFields + 1).length > maxFields)
    return invalidInput(fieldError('', 'technical', `has more than ${maxFields} fields`));
  // PostgreSQL cannot store NUL, and the JSON parser refuses it too.
  for (const [name, value] of new URLSearchParams(text))
    if (value.includes('\0')) return invalidInput(fieldError(`/${name.slice(0, 60)}`, 'nullCharacter'));
  return undefined;
}

export async function readRefused(ctx: RequestContext, services: Services): Promise<Refused | undefined> {
  const { request, method, pattern, client } = ctx;
  if (method !== 'POST' || !Object.values<string | undefined>(formPaths).includes(pattern)) return undefined;
  try {
    // The fields are shown again with a button that sends them, so they must not come from another site.
    requireOwnPage(request.headers, services.publicUrl);
    const { count } = meterOf(client, services);
    const text = ctx.form ?? (await readBody(request, [formType], { meter: { expect() {}, count } }));
    const typed = [...fieldsOf(text)];
    const fields = typed.filter(([name]) => !secretFields.includes(name));
    return { path: ownPath(pathOf(ctx)), fields, whole: fields.length === typed.length };
  } catch {
    return undefined;
  }
}

function onceOf(fields: URLSearchParams): string | null {
  return fields.get('once')?.slice(0, 255) || null;
}
