/** @jsxImportSource #jsx */
import { logIn } from '../../auth/login.ts';
import { maxBodyBytes } from '../../http/body.ts';
import { keepSession } from '../../http/sessionCookie.ts';
import { loginRequest } from '../../model/login.ts';
import { type Answer, type Form, judged, type State, secretFields } from '../form.ts';
import { ownPath, pathOf } from '../ownPath.ts';
import { EmailField, PasswordField } from '../parts/accountFields.tsx';
import { PageForm } from '../parts/form.tsx';
import { Kept, keptOf, keptPath, keptPrefix } from '../parts/kept.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import { memberBy, type Visit } from '../visit.ts';
import { endLogin } from './signOut.tsx';

const path = formPaths.signIn;

export const signIn: Form = {
  hashes: true,
  most: maxBodyBytes,

  async show(visit, state) {
    const next = ownPath(state.typed.get('next') ?? visit.ctx.query('next'));
    if (visit.member && !state.typed.has(keptPath)) return { location: next };
    if (!keepsCookie(visit)) return unsafe(visit);
    return page(visit, state, next);
  },

  async send(visit, { fields, withHashing }) {
    const { ctx, services } = visit;
    const given = judged(loginRequest, { email: fields.get('email') ?? '', password: fields.get('password') ?? '' });
    const from = { client: ctx.client, userAgent: ctx.headers.get('user-agent'), withHashing };
    const { token } = await logIn(given, from, services);
    return signedIn(visit, token, fields);
  },
};

/** Where somebody goes who has just signed in: to a form that they had typed, else on. A login that the browser had before ends. */
export async function signedIn(visit: Visit, token: string, fields: URLSearchParams): Promise<Answer> {
  const { language, services } = visit;
  await endLogin(visit);
  const headers = keepSession(token, services.config.sessionHours);
  const kept = keptOf(fields);
  const next = ownPath(fields.get('next'));
  if (!kept) return { location: `${path}?${new URLSearchParams({ back: 'on', next })}`, headers };
  const { title, lead } = memberTexts[language].kept;
  const member = await memberBy(token, services);
  return {
    title,
    path: ownPath(kept.path),
    headers,
    ...(member && { member }),
    body: (
      <Sheet title={title} lead={lead}>
        <Kept prefix={services.config.prefix} path={ownPath(kept.path)} fields={kept.fields} words={memberTexts[language].kept} />
      </Sheet>
    ),
  };
}

/** The page to sign in, for who sent a form and is not signed in any more: it keeps what they typed, but for passwords. */
export async function askToSignIn(visit: Visit, fields: URLSearchParams): Promise<Answer> {
  const typed = new URLSearchParams({ [keptPath]: pathOf(visit.ctx) });
  for (const [name, value] of fields) if (!secretFields.includes(name)) typed.append(keptPrefix + name, value);
  const general = [memberTexts[visit.language].kept.ended];
  return signIn.show(visit, { typed, faults: { fields: new Map(), general } });
}

function page(visit: Visit, state: State, next: string): Answer {
  const { ctx, language } = visit;
  const words = memberTexts[language].signIn;
  const lost = ctx.query('back') !== undefined && ctx.method === 'GET';
  const labels = { email: words.email, password: words.password };
  return {
    title: words.title,
    path,
    body: (
      <Sheet title={words.title}>
        {lost && (
          <p class="faults" role="alert">
            {words.lost}
          </p>
        )}
        <PageForm visit={visit} action={path} state={state} button={words.button} labels={labels}>
          <EmailField label={words.email} state={state} autofocus />
          <PasswordField name="password" label={words.password} autocomplete="current-password" state={state} />
          <input type="hidden" name="next" value={next} />
          {[...state.typed].map(([name, value]) => name.startsWith(keptPrefix) && <input type="hidden" name={name} value={value} />)}
        </PageForm>
        <p class="note">
          <a href={visit.prefix + formPaths.forgotten}>{words.forgotten}</a>
        </p>
        {visit.services.config.signUpOpen && (
          <p class="note">
            {words.none} <a href={visit.prefix + formPaths.signUp}>{words.signUp}</a>
          </p>
        )}
      </Sheet>
    ),
  };
}

/** Where browsers keep no cookie that is for encrypted connections, and a password would be sent for all to read. */
export function unsafe({ language }: Visit): Answer {
  const words = memberTexts[language].unsafe;
  return { title: words.title, path, body: <Sheet {...words} /> };
}

const local = /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Browsers say where a request comes from (`Sec-Fetch-Site`) only where they take the connection for safe. */
export function keepsCookie({ ctx, services }: Visit): boolean {
  const { headers } = ctx.request;
  return headers.has('sec-fetch-site') || services.publicUrl.startsWith('https:') || local.test(headers.get('host') ?? '');
}
