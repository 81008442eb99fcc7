/** @jsxImportSource #jsx */

import type { WithHashing } from '../auth/password.ts';
import { demandType, maxBodyBytes, readBody } from '../http/body.ts';
import type { Exchange } from '../http/exchange.ts';
import { formWrites } from '../http/formWrite.ts';
import { demandConnected, hashingFor, meterOf } from '../http/mount.ts';
import { refusalFields } from '../http/problem.ts';
import { problemTypes } from '../http/problemTypes.ts';
import { respond } from '../http/respond.ts';
import { demandOwnPage } from '../http/sameSite.ts';
import type { Services } from '../http/services.ts';
import { anonymous, demand } from '../model/actor.ts';
import { unauthenticated } from '../model/challenge.ts';
import { fieldError, invalidInput, Problem } from '../model/problem.ts';
import { type Answer, type Form, type SentForm, signedInField } from './form.ts';
import { faultsOf, noFaults } from './formFaults.ts';
import { frame, headersOf } from './frame.tsx';
import { privateHtml } from './html.ts';
import { pathOf } from './ownPath.ts';
import { askToSignIn } from './pages/signIn.tsx';
import { formPaths } from './paths.ts';
import { keepLanguage, type Visit, visitAs, visitOf } from './visit.ts';

const formType = 'application/x-www-form-urlencoded';
/** The longest description of four-byte characters takes 240,000 bytes in a form. Half of a body's room, so that the sign-in page can keep it. */
const maxFormBytes = maxBodyBytes / 2;
const mostFields = 500;

/** The page of a form. */
export async function showForm(exchange: Exchange, services: Services, form: Form): Promise<Response> {
  const visit = await visitOf(exchange, services);
  if (form.needs && !visit.member) {
    const next = new URLSearchParams({ next: pathOf(exchange) });
    return answer(visit, { location: `${formPaths.signIn}?${next}` });
  }
  if (form.needs && visit.member) demand(visit.member.actor, form.needs);
  return answer(visit, await form.show(visit, { typed: new URLSearchParams(), faults: noFaults }), keepLanguage(visit));
}

/** Takes a form: from our own pages only, of a bounded size, and counted as a request of the API is. */
export async function receiveForm(exchange: Exchange, services: Services, form: SentForm): Promise<Response> {
  const { headers } = exchange.request;
  demandOwnPage(headers, services.publicUrl);
  demandType(headers, [formType]);
  const giveUp = form.hashes ? await services.passwords.reserve(exchange.client.network) : () => {};
  try {
    return await sendForm(exchange, services, form, hashingFor(exchange.client, services, giveUp));
  } finally {
    giveUp();
  }
}

async function sendForm(exchange: Exchange, services: Services, form: SentForm, withHashing: WithHashing): Promise<Response> {
  const { most = maxFormBytes } = form;
  const text = await readBody(exchange.request, [formType], { most, meter: meterOf(exchange.client, services) });
  const fields = fieldsOf(text);
  const visit = await visitOf(exchange, services);
  try {
    if (form.needs) demandRight(visit, form.needs);
    if (form.needs === 'manage own account') demandSameAccount(visit, fields);
    // What was kept while somebody signed in again, to be looked at first.
    if (fields.has('again')) return answer(visit, await form.show(visit, { typed: fields, faults: noFaults }));
    const writes = formWrites(exchange, services, visit.member?.actor ?? anonymous, { needs: form.needs, once: onceOf(fields) });
    await demandConnected(exchange.request);
    return answer(visit, await form.send(visit, { fields, withHashing, ...writes }));
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'internal') throw error;
    return refused(visit, form, fields, error);
  }
}

/** The form again, with all that was typed and what is wrong with it; for who is not signed in any more, the way back to it. */
async function refused(visit: Visit, form: SentForm, fields: URLSearchParams, problem: Problem): Promise<Response> {
  const { exchange, services, language } = visit;
  const status = problemTypes[problem.code].status;
  const signedOut = problem.code === 'unauthenticated' || problem.code === 'invalid-token';
  const now = signedOut ? visitAs(undefined, exchange, services) : visit;
  const state = { typed: fields, faults: faultsOf(problem, language) };
  const shown = await (signedOut ? askToSignIn(now, fields) : form.show(now, state));
  return answer(now, 'location' in shown ? shown : { ...shown, status }, refusalFields(exchange, problem));
}

/** A form that acts on the account of who is signed in acts on no other than the one whose page it was on. */
function demandSameAccount({ member }: Visit, fields: URLSearchParams): void {
  const shownTo = fields.get(signedInField);
  if (shownTo !== null && shownTo !== String(member?.account.id)) throw invalidInput(fieldError('', 'otherAccount'));
}

function demandRight({ member }: Visit, right: NonNullable<Form['needs']>): void {
  if (!member) throw unauthenticated();
  demand(member.actor, right);
}

function answer(visit: Visit, made: Answer, own: Record<string, string> = {}): Response {
  const { exchange, services, prefix } = visit;
  const headers = { ...own, ...made.headers };
  if ('location' in made)
    return respond(exchange, 303, null, { 'Cache-Control': 'no-store', ...headers, Location: prefix + made.location });
  const as = made.member ? { ...visit, member: made.member } : visit;
  const head = (
    <>
      <link rel="stylesheet" href={`${prefix}/assets/forms.css`} />
      <link rel="stylesheet" href={`${prefix}/assets/account.css`} />
      {made.head}
    </>
  );
  const text = frame(as, { ...made, head, hidden: true });
  services.limits.countAnswer(exchange.client, text);
  return privateHtml(exchange, made.status ?? 200, text, { ...headersOf(as, made), ...headers });
}

/** @throws Problem `invalid-input` for one that no page of ours sends */
function fieldsOf(text: string): URLSearchParams {
  if (text.split('&', mostFields + 1).length > mostFields)
    throw invalidInput(fieldError('', 'technical', `has more than ${mostFields} fields`));
  const fields = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(text)) fields.append(name, value.replaceAll('\r\n', '\n'));
  // Not every store can keep it, so the reader of JSON refuses it too.
  for (const [name, value] of fields) if (value.includes('\0')) throw invalidInput(fieldError(`/${name.slice(0, 60)}`, 'nullCharacter'));
  return fields;
}

function onceOf(fields: URLSearchParams): string | null {
  return fields.get('once')?.slice(0, 255) || null;
}
