/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import { hashLinkToken, tokenIn } from '../../model/linkToken.ts';
import { type LinkUse, readLink } from '../../operations/linkToken.ts';
import { type Answer, lookField, type Sent, type SentForm, type State } from '../form.ts';
import { formPaths } from '../paths.ts';
import { linkTexts } from '../texts/link.ts';
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';
import { Field } from './form.tsx';
import { formPage, taskPage } from './sheet.tsx';

type Spec = {
  /** Shown once the link is known to work. */
  fields(visit: Visit, state: State, email: string): Child;
  labels(language: Visit['language']): Record<string, string>;
  onSubmit(visit: Visit, sent: Sent, token: string): Promise<Answer>;
};

/**
 * The form of a one-time link. The link has its token in the fragment, so the page first asks for the token by a form, which `link.js`
 * sends at once. Opening a link does not use it up, not even when a mail scanner opens it.
 */
export function linkForm(use: LinkUse, { fields, labels, onSubmit }: Spec): SentForm {
  const path = formPaths[use];
  return {
    async show(visit, state) {
      const { title, lead, button, paste, dead } = linkTexts[visit.language][use];
      const typedToken = state.typed.get('token');
      if (typedToken === null)
        return formPage(visit, state, {
          title,
          path,
          head: <script type="module" src={`${visit.prefix}/assets/link.js`} />,
          lead: paste.lead,
          button: paste.button,
          fields: (
            <>
              <Field name="token" label={paste.label} state={state} autocomplete="off" required />
              <input type="hidden" name={lookField} value="on" />
            </>
          ),
        });
      const token = tokenIn(typedToken);
      const link = await visit.services.store.read(readLink, { tokenHash: hashLinkToken(token), use, now: Date.now() });
      if (!link) return taskPage({ path, status: 400, ...dead });
      return formPage(visit, state, {
        title,
        path,
        lead,
        button,
        labels: labels(visit.language),
        fields: (
          <>
            <input type="hidden" name="token" value={token} />
            {fields(visit, state, link.email)}
          </>
        ),
      });
    },

    onSubmit: (visit, sent) => onSubmit(visit, sent, tokenIn(sent.fields.get('token') ?? '')),
  };
}

/** The page after a link in a mail was used. It leads to the sign-in page, since all sessions of the account have ended. */
export function linkDone({ language, prefix }: Visit, use: 'verify' | 'reset'): Answer {
  return taskPage({
    path: formPaths[use],
    ...linkTexts[language][use].done,
    body: (
      <p>
        <a class="button" href={prefix + formPaths.signIn}>
          {memberTexts[language].self.signIn}
        </a>
      </p>
    ),
  });
}
