/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import type { MemberVisit } from '../form.ts';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import { Done } from './own.tsx';

const pages = ['admin', 'adminAccounts'] as const;

type Props = { visit: MemberVisit; page: (typeof pages)[number]; title: string; children: Child };

/** A page for administrators. */
export function AdminPage({ visit, page, title, children }: Props) {
  const words = memberTexts[visit.language];
  return (
    <div class="own">
      <nav class="tabs" aria-label={words.self.administration}>
        {pages.map((name) => (
          <a href={visit.prefix + formPaths[name]} {...(name === page && { 'aria-current': 'page' as const })}>
            {words.pages[name]}
          </a>
        ))}
      </nav>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <Done visit={visit} />
      {children}
    </div>
  );
}
