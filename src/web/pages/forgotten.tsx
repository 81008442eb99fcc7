/** @jsxImportSource hono/jsx */
import { requestReset } from '../../auth/passwordReset.ts';
import { demandMail } from '../../http/language.ts';
import { maxEmailLength } from '../../model/email.ts';
import { resetRequest } from '../../model/passwordReset.ts';
import { type Form, judged } from '../form.ts';
import { memberTexts } from '../memberTexts.ts';
import { Field, PageForm } from '../parts/form.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { formPaths } from '../paths.ts';

const path = formPaths.forgotten;

/** Says the same whether an address has an account or not. */
export const forgotten: Form = {
  async show(visit, state) {
    const { services, language } = visit;
    const words = memberTexts[language].forgotten;
    const { title } = words;
    if (!services.config.mail) return { title, path, body: <Sheet title={title} lead={words.noMail} /> };
    if (visit.c.req.query('sent') !== undefined && visit.c.req.method === 'GET')
      return { title: words.sent.title, path, body: <Sheet title={words.sent.title} lead={words.sent.lead} /> };
    return {
      title,
      path,
      body: (
        <Sheet title={title} lead={words.lead}>
          <PageForm visit={visit} action={path} state={state} button={words.button} labels={{ email: words.email }}>
            <Field
              name="email"
              label={words.email}
              state={state}
              type="email"
              autocomplete="username"
              maxlength={2 * maxEmailLength}
              required
              autofocus
            />
          </PageForm>
        </Sheet>
      ),
    };
  },

  async send({ c, services, language }, { fields }) {
    const { email } = judged(resetRequest, { email: fields.get('email') ?? '' });
    demandMail(c.req.raw.headers, services.config);
    await requestReset(email, { client: c.get('client'), language }, services);
    return { location: `${path}?sent=on` };
  },
};
