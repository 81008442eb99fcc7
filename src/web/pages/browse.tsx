/** @jsxImportSource hono/jsx */
import { readPage } from '../../http/page.ts';
import { pageQuery } from '../../model/page.ts';
import { reads } from '../../operations/reads.ts';
import { selectionOf } from '../discography.ts';
import { Wall } from '../parts/strip.tsx';
import { sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Shown, Visit } from '../visit.ts';

export async function artistsPage(visit: Visit): Promise<Shown> {
  const { texts, services, caller, prefix } = visit;
  const { after } = readQuery(visit, pageQuery);
  const page = await readPage(services.store, reads.listArtists, { limit: 36n, offset: 0n, after }, caller);
  const selections = await Promise.all(page.records.map((artist) => selectionOf(visit, artist)));
  const last = page.records.at(-1);
  return {
    title: texts.artists.title,
    path: after === undefined ? sitePaths.artists : `${sitePaths.artists}?after=${after}`,
    body: (
      <>
        <h1>{texts.artists.title}</h1>
        <p class="lead">{texts.artistCount(page.total)}</p>
        {selections.length === 0 ? <p class="muted">{texts.artists.none}</p> : <Wall selections={selections} prefix={prefix} />}
        {page.more && last && (
          <nav class="more">
            <a class="button" href={`?after=${last.id}`} rel="next">
              {texts.artists.next}
            </a>
          </nav>
        )}
      </>
    ),
  };
}
