/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import type { MemberVisit } from '../form.ts';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';

const pages = ['account', 'accountAddress', 'accountPassword', 'accountSessions', 'accountKeys'] as const;

type Props = { visit: MemberVisit; page: (typeof pages)[number] | 'accountDeletion'; lead?: Child; children?: Child };

/** A page about one's own account, with the way to the others, and what has just been done. */
export function OwnPage({ visit, page, lead, children }: Props) {
  const words = memberTexts[visit.language];
  return (
    <div class="own">
      <nav class="tabs" aria-label={words.self.pages}>
        {pages.map((name) => (
          <a href={visit.prefix + formPaths[name]} {...(name === page && { 'aria-current': 'page' as const })}>
            {words.pages[name]}
          </a>
        ))}
        {visit.member.account.role === 'admin' && <a href={visit.prefix + formPaths.admin}>{words.self.administration}</a>}
        <a href={`${visit.prefix}/accounts/${visit.member.account.id}/changes`}>{words.self.changes}</a>
      </nav>
      <h1>{words.pages[page]}</h1>
      <Done visit={visit} />
      {lead && <p class="lead">{lead}</p>}
      {children}
    </div>
  );
}

/** What has just been done, by the address that the form before led to. */
export function Done({ visit: { ctx, language } }: { visit: MemberVisit }) {
  const { done } = memberTexts[language];
  const [, said] = Object.entries(done).find(([name]) => ctx.method === 'GET' && name === ctx.query('done')) ?? [];
  return said ? (
    <p class="done" role="status">
      {said}
    </p>
  ) : null;
}
