/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import { may } from '../../model/actor.ts';
import type { MemberVisit } from '../form.ts';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import type { Shown } from '../visit.ts';

const ownTabs = ['account', 'accountAddress', 'accountPassword', 'accountSessions', 'accountKeys', 'accountWebhooks', 'import'] as const;
const adminTabs = ['admin', 'adminAccounts', 'adminJobs'] as const;

type Page = (typeof ownTabs | typeof adminTabs)[number] | 'accountDeletion';
/** `title`: such as a file name, in place of the page's title. It is not written in capitals. */
type Own = { title?: string; path?: string; head?: Child; lead?: Child; body: Child };

/** A page of the account or of the administration, with tabs for the other pages. */
export function ownPage(visit: MemberVisit, page: Page, { path = formPaths[page], head, lead, body, title }: Own): Shown {
  const { language, prefix, member } = visit;
  const { pages, self } = memberTexts[language];
  const isAdmin = adminTabs.some((name) => name === page);
  const shownTitle = title ?? pages[page];
  return {
    title: shownTitle,
    path,
    head,
    body: (
      <div class="own">
        <nav class="tabs" aria-label={isAdmin ? self.administration : self.pages}>
          {(isAdmin ? adminTabs : ownTabs.filter((name) => name !== 'import' || may(member.actor, 'import, undo and hide'))).map((name) => (
            <a href={prefix + formPaths[name]} {...(name === page && { 'aria-current': 'page' as const })}>
              {pages[name]}
            </a>
          ))}
          {!isAdmin && member.account.role === 'admin' && <a href={prefix + formPaths.admin}>{self.administration}</a>}
          {!isAdmin && <a href={`${prefix}/accounts/${member.account.id}/changes`}>{self.changes}</a>}
        </nav>
        <h1 class={title === undefined ? undefined : 'address'}>
          <bdi>{shownTitle}</bdi>
        </h1>
        {lead && <p class="lead">{lead}</p>}
        {body}
      </div>
    ),
  };
}
