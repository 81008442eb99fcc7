/** @jsxImportSource #jsx */

import type { Artist } from '../../model/artist.ts';
import { artistQuery } from '../../model/artistQuery.ts';
import type { GroupFacts } from '../../operations/known.ts';
import { reads } from '../../operations/reads.ts';
import { findArtists } from '../finding.ts';
import { ArtistLink } from '../parts/artistLink.tsx';
import { Pager } from '../parts/pager.tsx';
import { sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Shown, Visit } from '../visit.ts';

const onPage = 100n;
const filter = { type: 'group' } as const;

/** The groups of the catalogue, by name. */
export async function bandsPage(visit: Visit): Promise<Shown> {
  const { texts, services, caller, ctx } = visit;
  // Older links have the name of a band as cursor. They lead to the first page.
  const isKnown = artistQuery.shape.after.safeParse(ctx.query('after')).success;
  const { after, offset } = readQuery(visit, artistQuery, { ...filter, sort: 'name' }, isKnown ? ['after', 'offset'] : ['offset']);
  const found = await findArtists(visit, { ...filter, limit: onPage, offset, after });
  const facts = await services.store.readSlow(reads.readGroups, { groups: found.records.map(({ id }) => id) }, caller());
  return {
    title: texts.nav.bands,
    path: sitePaths.bands,
    hidden: after !== undefined || offset > 0n,
    body: (
      <>
        <h1>{texts.nav.bands}</h1>
        <p class="lead">{texts.bandCount(found.total)}</p>
        {found.records.length === 0 ? (
          <p class="muted">{texts.artists.none}</p>
        ) : (
          <Groups visit={visit} groups={found.records} facts={facts} />
        )}
        <Pager visit={visit} offset={offset} page={found} limit={onPage} />
      </>
    ),
  };
}

function Groups({ visit, groups, facts }: { visit: Visit; groups: Artist[]; facts: GroupFacts[] }) {
  const { artist } = visit.texts;
  const summaryOf = ({ people, details }: GroupFacts) =>
    [details && artist.period(details), people > 0n && artist.memberCount(people)].filter(Boolean).join(' · ');
  return (
    <ul class="bands">
      {groups.map((group, i) => (
        <li>
          <ArtistLink visit={visit} artist={group} />
          <small>{summaryOf(facts[i] as GroupFacts)}</small>
        </li>
      ))}
    </ul>
  );
}
