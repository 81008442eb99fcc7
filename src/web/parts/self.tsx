/** @jsxImportSource #jsx */

import { formPaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';

/** The account and the button to sign out; for visitors the link to sign in, which leads back to this page. */
export function Self({ visit: { language, prefix, member }, path }: { visit: Visit; path: string }) {
  const words = memberTexts[language].self;
  if (!member) {
    const [here = ''] = path.split('?');
    const next = path === '/' || Object.values<string>(formPaths).includes(here) ? '' : `?${new URLSearchParams({ next: path })}`;
    return (
      <nav class="self" aria-label={words.label}>
        <a href={`${prefix}${formPaths.signIn}${next}`}>{words.signIn}</a>
      </nav>
    );
  }
  return (
    <nav class="self" aria-label={words.label}>
      <a class="who" href={prefix + formPaths.account}>
        <bdi>{member.account.name}</bdi>
      </a>
      <form method="post" action={prefix + formPaths.signOut}>
        <button type="submit" class="plain">
          {words.signOut}
        </button>
      </form>
    </nav>
  );
}
