/** @jsxImportSource hono/jsx */
import { SearchBox } from '../layout.tsx';
import { sitePaths } from '../paths.ts';
import type { Shown, Visit } from '../visit.ts';

export async function searchPage({ texts, prefix, c }: Visit): Promise<Shown> {
  const query = c.req.query('q')?.trim() ?? '';
  return {
    title: texts.search.title,
    path: sitePaths.search,
    hidden: true,
    ownSearch: true,
    body: (
      <>
        <h1>{texts.search.title}</h1>
        <SearchBox prefix={prefix} words={texts} query={query} large />
        <p>{texts.search.empty}</p>
      </>
    ),
  };
}
