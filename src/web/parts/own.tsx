/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import type { MemberVisit } from '../form.ts';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';

const ownTabs = ['account', 'accountAddress', 'accountPassword', 'accountSessions', 'accountKeys'] as const;
const adminTabs = ['admin', 'adminAccounts'] as const;

type Page = (typeof ownTabs | typeof adminTabs)[number] | 'accountDeletion';
type Props = { visit: MemberVisit; page: Page; title?: string; lead?: Child; children?: Child };

/** A page about one's own account or of the administration, with the way to its neighbours, and what has just been done. */
export function OwnPage({ visit, page, title, lead, children }: Props) {
  const { language, prefix, member } = visit;
  const { pages, self } = memberTexts[language];
  const isAdmin = adminTabs.some((name) => name === page);
  return (
    <div class="own">
      <nav class="tabs" aria-label={isAdmin ? self.administration : self.pages}>
        {(isAdmin ? adminTabs : ownTabs).map((name) => (
          <a href={prefix + formPaths[name]} {...(name === page && { 'aria-current': 'page' as const })}>
            {pages[name]}
          </a>
        ))}
        {!isAdmin && member.account.role === 'admin' && <a href={prefix + formPaths.admin}>{self.administration}</a>}
        {!isAdmin && <a href={`${prefix}/accounts/${member.account.id}/changes`}>{self.changes}</a>}
      </nav>
      <h1>
        <bdi>{title ?? pages[page]}</bdi>
      </h1>
      <Done visit={visit} />
      {lead && <p class="lead">{lead}</p>}
      {children}
    </div>
  );
}

/** What has just been done, by the address that the form before led to. */
function Done({ visit: { ctx, language } }: { visit: MemberVisit }) {
  const { done } = memberTexts[language];
  const [, said] = Object.entries(done).find(([name]) => ctx.method === 'GET' && name === ctx.query('done')) ?? [];
  return said ? (
    <p class="done" role="status">
      {said}
    </p>
  ) : null;
}
