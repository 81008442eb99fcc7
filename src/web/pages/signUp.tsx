/** @jsxImportSource #jsx */
import { logIn } from '../../auth/login.ts';
import { signUp as makeAccount } from '../../auth/signUp.ts';
import { Problem } from '../../model/problem.ts';
import { signUpRequest } from '../../model/signUp.ts';
import { type Form, typedTexts, validatedWithRepeat } from '../form.ts';
import { ownPath } from '../ownPath.ts';
import { EmailField, NewPassword } from '../parts/accountFields.tsx';
import { ContactLink } from '../parts/contactLink.tsx';
import { Field } from '../parts/form.tsx';
import { formPage, taskPage } from '../parts/sheet.tsx';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import { mailLanguage, type Visit } from '../visit.ts';
import { keepsCookie, signedIn, unsafePage } from './signIn.tsx';

const path = formPaths.signUp;

export const signUp: Form = {
  hashes: true,

  async show(visit, state) {
    const { services, language, member, prefix } = visit;
    const next = ownPath(state.typed.get('next') ?? visit.ctx.query('next'), formPaths.account);
    const words = memberTexts[language].signUp;
    if (member) return { location: next };
    if (!keepsCookie(visit)) return unsafePage(visit);
    if (!services.config.signUpOpen) return taskPage({ title: words.title, path, lead: words.closed, body: <ContactLink visit={visit} /> });
    return formPage(visit, state, {
      title: words.title,
      path,
      lead: words.lead,
      button: words.button,
      labels: words.labels,
      fields: (
        <>
          <Field name="name" label={words.labels.name} hint={words.nameHint} state={state} autocomplete="nickname" required autofocus />
          <EmailField label={words.labels.email} hint={services.config.mail ? words.emailHint : words.noMailHint} state={state} />
          <NewPassword visit={visit} state={state} labels={words.labels} />
          <input type="hidden" name="next" value={next} />
        </>
      ),
      below: (
        <p class="note">
          {words.have} <a href={`${prefix}${formPaths.signIn}?${new URLSearchParams({ next })}`}>{memberTexts[language].self.signIn}</a>
        </p>
      ),
    });
  },

  async onSubmit(visit, sent) {
    const { ctx, services } = visit;
    const { fields, withHashing } = sent;
    // Before the validation: if the sign-up is closed, no input is accepted.
    if (!services.config.signUpOpen)
      throw new Problem('sign-up-closed', 'The operator adds the accounts of this service; ask them for one.');
    const typed = typedTexts(fields, 'name', 'email', 'password');
    const request = validatedWithRepeat(signUpRequest(services.config.minPasswordLength), typed, fields);
    const sender = { client: ctx.client, withHashing };
    await makeAccount(request, { ...sender, language: mailLanguage(visit) }, services);
    return signInWith(visit, request, sender, ownPath(fields.get('next'), formPaths.account));
  },
};

type Sender = Pick<Parameters<typeof logIn>[1], 'client' | 'withHashing'>;

export async function signInWith(visit: Visit, request: { email: string; password: string }, sender: Sender, next: string) {
  const { token } = await logIn(request, { ...sender, userAgent: visit.ctx.headers.get('user-agent') }, visit.services);
  return { ...(await signedIn(visit, token, new URLSearchParams({ next }))), done: 'signedUp' as const };
}
