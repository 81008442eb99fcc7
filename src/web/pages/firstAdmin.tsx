/** @jsxImportSource #jsx */
import { makeFirstAdmin } from '../../auth/firstAdmin.ts';
import { deadLink, hashLinkToken, tokenIn } from '../../model/linkToken.ts';
import { signUpRequest } from '../../model/signUp.ts';
import { readLink } from '../../operations/linkToken.ts';
import { type Answer, type Form, judgedWithRepeat, type State } from '../form.ts';
import { EmailField, NewPassword } from '../parts/accountFields.tsx';
import { Field, PageForm } from '../parts/form.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';
import { keepsCookie, unsafe } from './signIn.tsx';
import { signInWith } from './signUp.tsx';

const path = formPaths.firstAdmin;

/** Where the operator chooses name and password. The address has its token in the fragment, which `link.js` sends. */
export const firstAdmin: Form = {
  async show(visit, state) {
    const { services, language } = visit;
    if (!keepsCookie(visit)) return unsafe(visit);
    const token = tokenIn(state.typed.get('token') ?? '');
    if (!token) return askForToken(visit, state);
    const link = await services.store.read(readLink, { tokenHash: hashLinkToken(token), use: 'firstAdmin', now: Date.now() });
    if (!link)
      return askForToken(visit, {
        typed: new URLSearchParams(),
        faults: { fields: new Map(), general: [memberTexts[language].firstAdmin.dead] },
      });
    return choose(visit, state, token);
  },

  async send(visit, { fields, withHashing }) {
    const { ctx, services } = visit;
    const token = tokenIn(fields.get('token') ?? '');
    if (!fields.has('name')) return firstAdmin.show(visit, { typed: fields, faults: { fields: new Map(), general: [] } });
    if (!token) throw deadLink();
    const typed = { name: fields.get('name') ?? '', email: fields.get('email') ?? '', password: fields.get('password') ?? '' };
    const given = judgedWithRepeat(signUpRequest(services.config.minPasswordLength), typed, fields);
    const from = { client: ctx.client, withHashing };
    await makeFirstAdmin(token, given, from, services);
    return signInWith(visit, given, from);
  },
};

function askForToken(visit: Visit, state: State): Answer {
  const words = memberTexts[visit.language].firstAdmin;
  return {
    title: words.title,
    path,
    head: <script type="module" src={`${visit.prefix}/assets/link.js`} />,
    body: (
      <Sheet title={words.title} lead={words.paste}>
        <div class="linked">
          <PageForm visit={visit} action={path} state={state} button={words.go}>
            <Field name="token" label={words.address} state={state} autocomplete="off" required />
          </PageForm>
        </div>
      </Sheet>
    ),
  };
}

function choose(visit: Visit, state: State, token: string): Answer {
  const words = memberTexts[visit.language].firstAdmin;
  const { labels } = memberTexts[visit.language].signUp;
  return {
    title: words.title,
    path,
    body: (
      <Sheet title={words.title} lead={words.lead}>
        <PageForm visit={visit} action={path} state={state} button={words.button} labels={labels}>
          <input type="hidden" name="token" value={token} />
          <Field name="name" label={labels.name} state={state} autocomplete="nickname" required autofocus />
          <EmailField label={labels.email} hint={words.emailHint} state={state} />
          <NewPassword language={visit.language} least={visit.services.config.minPasswordLength} state={state} labels={labels} />
        </PageForm>
      </Sheet>
    ),
  };
}
