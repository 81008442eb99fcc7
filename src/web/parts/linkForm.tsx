/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import { hashLinkToken, tokenIn } from '../../model/linkToken.ts';
import { type LinkUse, readLink } from '../../operations/linkToken.ts';
import { type Answer, lookField, type Sent, type SentForm, type State } from '../form.ts';
import { formPaths } from '../paths.ts';
import { type LinkTexts, linkTexts } from '../texts/link.ts';
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';
import { Field, PageForm } from './form.tsx';
import { TaskPage } from './sheet.tsx';

type Spec = {
  /** Shown once the link is known to work. */
  fields(visit: Visit, state: State, email: string): Child;
  labels(language: Visit['language']): Record<string, string>;
  send(visit: Visit, sent: Sent, token: string): Promise<Answer>;
};

/**
 * The form of a one-time link. The link has its token in the fragment, so the page first asks for the token by a form, which `link.js`
 * sends at once. Opening a link does not use it up, not even when a mail scanner opens it.
 */
export function linkForm(use: LinkUse, { fields, labels, send }: Spec): SentForm {
  const path = formPaths[use];
  return {
    async show(visit, state) {
      const words: LinkTexts = linkTexts[visit.language][use];
      const { title, lead, button, paste, dead } = words;
      const given = state.typed.get('token');
      if (given === null)
        return {
          title,
          path,
          head: <script type="module" src={`${visit.prefix}/assets/link.js`} />,
          body: (
            <TaskPage title={title} lead={paste.lead}>
              <div class="linked">
                <PageForm visit={visit} action={path} state={state} button={paste.button}>
                  <Field name="token" label={paste.label} state={state} autocomplete="off" required />
                  <input type="hidden" name={lookField} value="on" />
                </PageForm>
              </div>
            </TaskPage>
          ),
        };
      const token = tokenIn(given);
      const link = await visit.services.store.read(readLink, { tokenHash: hashLinkToken(token), use, now: Date.now() });
      if (!link) return { title: dead.title, path, status: 400, body: <TaskPage {...dead} /> };
      return {
        title,
        path,
        body: (
          <TaskPage title={title} lead={lead}>
            <PageForm visit={visit} action={path} state={state} button={button} labels={labels(visit.language)}>
              <input type="hidden" name="token" value={token} />
              {fields(visit, state, link.email)}
            </PageForm>
          </TaskPage>
        ),
      };
    },

    send: (visit, sent) => send(visit, sent, tokenIn(sent.fields.get('token') ?? '')),
  };
}

/** The page after a link of a mail was used. It leads to the sign-in page, since all sessions of the account have ended. */
export function linkDone({ language, prefix }: Visit, use: 'verify' | 'reset'): Answer {
  const { title, lead } = linkTexts[language][use].done;
  return {
    title,
    path: formPaths[use],
    body: (
      <TaskPage title={title} lead={lead}>
        <p>
          <a class="button" href={prefix + formPaths.signIn}>
            {memberTexts[language].self.signIn}
          </a>
        </p>
      </TaskPage>
    ),
  };
}
