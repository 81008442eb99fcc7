/** @jsxImportSource #jsx */
import { requestReset } from '../../auth/passwordReset.ts';
import { requireMail } from '../../http/language.ts';
import type { Child } from '../../jsx.ts';
import { resetRequest } from '../../model/passwordReset.ts';
import { type Form, validated } from '../form.ts';
import { EmailField } from '../parts/accountFields.tsx';
import { Ask } from '../parts/ask.tsx';
import { PageForm } from '../parts/form.tsx';
import { TaskPage } from '../parts/sheet.tsx';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';

const path = formPaths.forgotten;

/** The answer is the same whether an address has an account or not. */
export const forgotten: Form = {
  async show(visit, state) {
    const { services, language } = visit;
    const words = memberTexts[language].forgotten;
    const { title } = words;
    const signIn = (
      <p class="note">
        <a href={visit.prefix + formPaths.signIn}>{memberTexts[language].self.signIn}</a>
      </p>
    );
    const say = (title: string, lead: string, more: Child = null) => ({
      ...{ title, path },
      body: (
        <TaskPage {...{ title, lead }}>
          {more}
          {signIn}
        </TaskPage>
      ),
    });
    if (!services.config.mail) return say(title, words.noMail, <Ask visit={visit} />);
    if (visit.ctx.query('sent') !== undefined && visit.ctx.method === 'GET') return say(words.sent.title, words.sent.lead);
    return {
      title,
      path,
      body: (
        <TaskPage title={title} lead={words.lead}>
          <PageForm visit={visit} action={path} state={state} button={words.button} labels={{ email: words.email }}>
            <EmailField label={words.email} state={state} autofocus />
          </PageForm>
          {signIn}
        </TaskPage>
      ),
    };
  },

  async send({ ctx, services, language }, { fields }) {
    const { email } = validated(resetRequest, { email: fields.get('email') ?? '' });
    requireMail(ctx.headers, services.config);
    await requestReset(email, { client: ctx.client, language }, services);
    return { location: `${path}?sent=on` };
  },
};
