/** @jsxImportSource #jsx */
import { makeFirstAdmin } from '../../auth/signUp.ts';
import { signUpRequest } from '../../model/signUp.ts';
import { type Form, typedTexts, validatedWithRepeat } from '../form.ts';
import { EmailField, NewPassword } from '../parts/accountFields.tsx';
import { Field } from '../parts/form.tsx';
import { linkForm } from '../parts/linkForm.tsx';
import { formPaths } from '../paths.ts';
import { linkTexts } from '../texts/link.ts';
import { memberTexts } from '../texts/member.ts';
import { keepsCookie, unsafePage } from './signIn.tsx';
import { signInWith } from './signUp.tsx';

const form = linkForm('firstAdmin', {
  labels: (language) => memberTexts[language].signUp.labels,

  fields(visit, state) {
    const { language } = visit;
    const { labels } = memberTexts[language].signUp;
    return (
      <>
        <Field name="name" label={labels.name} state={state} autocomplete="nickname" required autofocus />
        <EmailField label={labels.email} hint={linkTexts[language].firstAdmin.emailHint} state={state} />
        <NewPassword visit={visit} state={state} labels={labels} />
      </>
    );
  },

  async onSubmit(visit, { fields, withHashing }, token) {
    const { ctx, services } = visit;
    const typed = typedTexts(fields, 'name', 'email', 'password');
    const request = validatedWithRepeat(signUpRequest(services.config.minPasswordLength), typed, fields);
    const sender = { client: ctx.client, withHashing };
    await makeFirstAdmin(token, request, sender, services);
    return signInWith(visit, request, sender, formPaths.account);
  },
});

/** The form also signs the operator in, which needs the session cookie, so it has no `tokenIsCredential`. */
export const firstAdmin: Form = {
  ...form,
  show: async (visit, state) => (keepsCookie(visit) ? form.show(visit, state) : unsafePage(visit)),
};
