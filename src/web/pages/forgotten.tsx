/** @jsxImportSource #jsx */
import { requestReset } from '../../auth/passwordReset.ts';
import { requireMail } from '../../http/language.ts';
import { resetRequest } from '../../model/password.ts';
import { type Form, typedTexts, validated } from '../form.ts';
import { EmailField } from '../parts/accountFields.tsx';
import { ContactLink } from '../parts/contactLink.tsx';
import { formPage, taskPage } from '../parts/sheet.tsx';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';

const path = formPaths.forgotten;

/** The answer is the same whether an address has an account or not. */
export const forgotten: Form = {
  async show(visit, state) {
    const { services, language } = visit;
    const { forgotten: words, self, signUp } = memberTexts[language];
    const signIn = (
      <p class="note">
        <a href={visit.prefix + formPaths.signIn}>{self.signIn}</a>
      </p>
    );
    if (!services.config.mail)
      return taskPage({
        title: words.title,
        path,
        lead: words.noMail,
        body: (
          <>
            <ContactLink visit={visit} />
            {signIn}
          </>
        ),
      });
    if (visit.ctx.query('sent') !== undefined && visit.ctx.method === 'GET') return taskPage({ ...words.sent, path, body: signIn });
    return formPage(visit, state, {
      title: words.title,
      path,
      lead: words.lead,
      button: words.button,
      labels: { email: signUp.labels.email },
      fields: <EmailField label={signUp.labels.email} state={state} autofocus />,
      below: signIn,
    });
  },

  async onSubmit({ ctx, services, language }, { fields }) {
    const { email } = validated(resetRequest, typedTexts(fields, 'email'));
    requireMail(ctx.headers, services.config);
    await requestReset(email, { client: ctx.client, language }, services);
    return { location: `${path}?sent=on` };
  },
};
