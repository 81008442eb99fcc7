/** @jsxImportSource #jsx */
import { logIn } from '../../auth/login.ts';
import { maxBodyBytes } from '../../http/body.ts';
import { keepSession } from '../../http/sessionCookie.ts';
import { loginRequest } from '../../model/login.ts';
import { type Answer, type Form, type State, secretFields, typedTexts, validated } from '../form.ts';
import { ownPath, pathOf } from '../ownPath.ts';
import { EmailField, PasswordField } from '../parts/accountFields.tsx';
import { ContactLink } from '../parts/contactLink.tsx';
import { formPage, taskPage } from '../parts/sheet.tsx';
import { WaitingForm, waitingFormIn, waitingPathField, waitingPrefix } from '../parts/waitingForm.tsx';
import { formPaths, isFormPath } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import { memberBy, type Visit } from '../visit.ts';
import { endLogin } from './signOut.ts';

const path = formPaths.signIn;

export const signIn: Form = {
  hashes: true,
  maxBytes: maxBodyBytes,

  async show(visit, state) {
    const next = ownPath(state.typed.get('next') ?? visit.ctx.query('next'));
    if (visit.member && !state.typed.has(waitingPathField)) return { location: next };
    if (!keepsCookie(visit)) return unsafePage(visit);
    return page(visit, state, next);
  },

  async onSubmit(visit, { fields, withHashing }) {
    const { ctx, services } = visit;
    const request = validated(loginRequest, typedTexts(fields, 'email', 'password'));
    const sender = { client: ctx.client, userAgent: ctx.headers.get('user-agent'), withHashing };
    const { token } = await logIn(request, sender, services);
    return signedIn(visit, token, fields);
  },
};

/**
 * Ends the browser's earlier session. If the end of a session interrupted a form, shows that form; else redirects to `next`, through this
 * page.
 */
export async function signedIn(visit: Visit, token: string, fields: URLSearchParams): Promise<Answer> {
  const { language, services } = visit;
  await endLogin(visit);
  const headers = keepSession(token, services.config.sessionHours);
  const waiting = waitingFormIn(fields);
  const next = ownPath(fields.get('next'));
  if (!waiting) return { location: `${path}?${new URLSearchParams({ back: 'on', next })}`, headers };
  const { title, lead, ...words } = memberTexts[language].waiting;
  const member = await memberBy(token, services);
  const waitingPage = ownPath(waiting.path);
  const body = <WaitingForm prefix={services.config.prefix} path={waitingPage} fields={waiting.fields} words={words} />;
  return { ...taskPage({ title, lead, path: waitingPage, body }), headers, ...(member && { member }) };
}

/** The sign-in page after a session ended. Its hidden fields hold the form that was sent, without passwords. */
export async function askToSignIn(visit: Visit, fields: URLSearchParams): Promise<Answer> {
  const typed = new URLSearchParams({ [waitingPathField]: pathOf(visit.ctx) });
  for (const [name, value] of fields) if (!secretFields.includes(name)) typed.append(waitingPrefix + name, value);
  const general = [memberTexts[visit.language].waiting.ended];
  return signIn.show(visit, { typed, faults: { fields: new Map(), general } });
}

function page(visit: Visit, state: State, next: string): Answer {
  const { ctx, language } = visit;
  const { signIn: words, self, forgotten } = memberTexts[language];
  const { email, password } = memberTexts[language].signUp.labels;
  // `signedIn` leads here. A browser that keeps the cookie is sent on to `next`.
  const cookieLost = ctx.query('back') !== undefined && ctx.method === 'GET';
  return formPage(visit, state, {
    title: self.signIn,
    path,
    lead: isFormPath(next) ? words.why : undefined,
    above: cookieLost && (
      <p class="faults" role="alert">
        {words.lost}
      </p>
    ),
    button: self.signIn,
    labels: { email, password },
    fields: (
      <>
        <EmailField label={email} state={state} autofocus />
        <PasswordField name="password" label={password} autocomplete="current-password" state={state} />
        <input type="hidden" name="next" value={next} />
        {[...state.typed].map(([name, value]) => name.startsWith(waitingPrefix) && <input type="hidden" name={name} value={value} />)}
      </>
    ),
    below: (
      <>
        <p class="note">
          <a href={visit.prefix + formPaths.forgotten}>{forgotten.title}</a>
        </p>
        <ContactLink visit={visit} />
        {visit.services.config.signUpOpen && (
          <p class="note">
            {words.none} <a href={`${visit.prefix}${formPaths.signUp}?${new URLSearchParams({ next })}`}>{words.signUp}</a>
          </p>
        )}
      </>
    ),
  });
}

/** Refuses a sign-in on an unencrypted connection: browsers refuse the `Secure` cookie there, and others could read the password. */
export function unsafePage({ language }: Visit): Answer {
  return taskPage({ path, ...memberTexts[language].unsafe });
}

const loopback = /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Browsers send `Sec-Fetch-Site` only over connections that they consider secure. */
export function keepsCookie({ ctx, services }: Visit): boolean {
  const { headers } = ctx.request;
  return headers.has('sec-fetch-site') || services.publicUrl.startsWith('https:') || loopback.test(headers.get('host') ?? '');
}
