/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import type { LinkPurpose } from '../model/linkToken.ts';
import type { MailLanguage } from '../model/mail.ts';
import { maxPasswordLength } from '../model/password.ts';
import { accountTexts } from './accountTexts.ts';
import { Layout, type Site } from './layout.tsx';
import { formPaths } from './paths.ts';

export type PageContext = { site: Site; language: MailLanguage };
/** What is wrong with the fields of a form; each stands next to its own. */
export type FormErrors = { password?: string | undefined; repeat?: string | undefined };

type FrameProps = PageContext & { title: string; lead: Child; script?: string; children?: Child };

function Frame({ site, language, title, lead, script, children }: FrameProps) {
  const styles = ['forms.css', 'account.css'].map((file) => <link rel="stylesheet" href={`${site.prefix}/assets/${file}`} />);
  const head = script ? [...styles, <script type="module" src={`${site.prefix}/assets/${script}`} />] : styles;
  return (
    <Layout title={title} site={site} language={language} plain head={head}>
      <section class="sheet">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {children}
      </section>
    </Layout>
  );
}

/** Asks for the token, which the fragment of the link has: `link.js` sends it, and without script people paste the link. */
export function LinkPage({ purpose, ...context }: PageContext & { purpose: LinkPurpose }) {
  const { lead, label, button } = accountTexts[context.language].link;
  return (
    <Frame {...context} title={accountTexts[context.language][purpose].title} lead={lead} script="link.js">
      <form class="link" method="post" action={`${context.site.prefix}/account/${purpose}`}>
        <div class="field">
          <label for="token">{label}</label>
          <input id="token" name="token" type="text" autocomplete="off" autocapitalize="none" required />
        </div>
        <button type="submit">{button}</button>
      </form>
    </Frame>
  );
}

export function VerifyPage({ token, email, ...context }: PageContext & { token: string; email: string }) {
  const { title, lead, button, note } = accountTexts[context.language].verify;
  return (
    <Frame {...context} title={title} lead={lead}>
      <p class="address">{email}</p>
      <form method="post" action={`${context.site.prefix}/account/verify`}>
        <input type="hidden" name="token" value={token} />
        <button type="submit" name="confirm" value="yes">
          {button}
        </button>
      </form>
      <p class="note">{note}</p>
    </Frame>
  );
}

type ResetProps = PageContext & { token: string; email: string; least: number; errors?: FormErrors };

export function ResetPage({ token, email, least, errors = {}, ...context }: ResetProps) {
  const { title, lead, account, password, hint, repeat, button } = accountTexts[context.language].reset;
  return (
    <Frame {...context} title={title} lead={lead}>
      <form method="post" action={`${context.site.prefix}/account/reset`}>
        <input type="hidden" name="token" value={token} />
        <div class="field">
          <label for="account">{account}</label>
          <input id="account" type="email" value={email} autocomplete="username" readonly />
        </div>
        <PasswordField name="password" label={password} hint={hint(least)} error={errors.password} />
        <PasswordField name="repeat" label={repeat} error={errors.repeat} />
        <button type="submit">{button}</button>
      </form>
    </Frame>
  );
}

type FieldProps = { name: string; label: string; hint?: string; error?: string | undefined };

/** No `minlength`: a browser would count otherwise than we do, and say it in words of its own. */
function PasswordField({ name, label, hint, error }: FieldProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type="password"
        autocomplete="new-password"
        maxlength={2 * maxPasswordLength}
        required
        {...(described && { 'aria-describedby': described })}
        {...(error && { 'aria-invalid': 'true', autofocus: true })}
      />
      {hint && (
        <p class="note" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="fault" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** What came of it, and what to do next. */
export function OutcomePage({ outcome, ...context }: PageContext & { outcome: 'verified' | 'changed' | 'taken' | 'trouble' | 'dead' }) {
  const texts = accountTexts[context.language];
  const signIn = (outcome === 'verified' || outcome === 'changed') && (
    <p>
      <a class="button" href={context.site.prefix + formPaths.signIn}>
        {texts.signIn}
      </a>
    </p>
  );
  const next = outcome === 'dead' && <p>{texts.dead.next}</p>;
  return (
    <Frame {...context} title={texts[outcome].title} lead={texts[outcome].lead}>
      {next}
      {signIn}
    </Frame>
  );
}
