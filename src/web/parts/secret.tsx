/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import type { MemberVisit } from '../form.ts';
import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import type { Shown } from '../visit.ts';
import { ownPage } from './own.tsx';

type Words = { made: string; onlyNow: string };

/** Shows a secret the only time that anybody sees it. @param page the list to which it leads back */
export function secretPage(
  visit: MemberVisit,
  page: 'accountKeys' | 'accountWebhooks',
  words: Words,
  secret: string,
  { head, below }: { head?: Child; below?: Child } = {},
): Shown {
  return ownPage(visit, page, {
    title: words.made,
    head,
    body: (
      <>
        <p class="address key">{secret}</p>
        <p>{words.onlyNow}</p>
        <p>
          <a href={visit.prefix + formPaths[page]}>{memberTexts[visit.language].keys.back}</a>
        </p>
        {below}
      </>
    ),
  });
}
