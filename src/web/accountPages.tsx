/** @jsxImportSource #jsx */

import type { Child } from '../jsx.ts';
import { type LinkPurpose, linkPath } from '../model/linkToken.ts';
import type { MailLanguage } from '../model/mail.ts';
import type { Faults } from './formFaults.ts';
import { Layout, type Site } from './layout.tsx';
import { NewPassword } from './parts/accountFields.tsx';
import { formPaths } from './paths.ts';
import { accountTexts } from './texts/account.ts';

export type PageContext = { site: Site; language: MailLanguage };

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
      <form class="link" method="post" action={context.site.prefix + linkPath(purpose)}>
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
      <form method="post" action={context.site.prefix + linkPath('verify')}>
        <input type="hidden" name="token" value={token} />
        <button type="submit" name="confirm" value="yes">
          {button}
        </button>
      </form>
      <p class="note">{note}</p>
    </Frame>
  );
}

type ResetProps = PageContext & { token: string; email: string; least: number; faults: Faults };

export function ResetPage({ token, email, least, faults, ...context }: ResetProps) {
  const { title, lead, account, button } = accountTexts[context.language].reset;
  return (
    <Frame {...context} title={title} lead={lead}>
      <form method="post" action={context.site.prefix + linkPath('reset')}>
        <input type="hidden" name="token" value={token} />
        <div class="field">
          <label for="account">{account}</label>
          <input id="account" type="email" value={email} autocomplete="username" readonly />
        </div>
        <NewPassword language={context.language} least={least} state={{ typed: new URLSearchParams(), faults }} />
        <button type="submit">{button}</button>
      </form>
    </Frame>
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
