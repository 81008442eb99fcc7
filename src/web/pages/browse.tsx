/** @jsxImportSource #jsx */

import { z } from 'zod';
import { artistQuery, filterParams, fingerprint } from '../../model/artistQuery.ts';
import { findArtists } from '../finding.ts';
import { endAtLetter, labelOf, letters, lettersOf, startOf } from '../letters.ts';
import { AddLink } from '../parts/addLink.tsx';
import { DecadeLinks, LetterLinks, NoneListed } from '../parts/filterLinks.tsx';
import { Naming } from '../parts/naming.tsx';
import { Pager } from '../parts/pager.tsx';
import { ArtistGrid, selectionsOf } from '../parts/strip.tsx';
import { sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import { detailsTexts } from '../texts/details.ts';
import { statisticsTexts } from '../texts/statistics.ts';
import type { Redirect, Shown, Visit } from '../visit.ts';

const onPage = 36n;
const { band, decade, place, genre, lacks } = artistQuery.shape;
const filterQuery = z.object({ band, decade, place, genre, lacks, letter: z.enum(letters).optional() });

/** All artists, or those that match the filters of the query. A query `q` redirects to the search. */
export async function browsePage(visit: Visit): Promise<Shown | Redirect> {
  const { ctx, texts } = visit;
  const [q, lang] = [ctx.query('q'), ctx.query('lang')];
  if (q) return { location: `${sitePaths.search}?${new URLSearchParams({ q, ...(lang && { lang }) })}` };
  const { letter, ...filter } = readQuery(visit, filterQuery);
  const { after, offset } = readQuery(visit, artistQuery, { ...filterParams(filter), sort: 'name' }, ['after', 'offset']);
  const start = startOf(letter, fingerprint(filter));
  const found = endAtLetter(letter, await findArtists(visit, { ...filter, limit: onPage, offset, after: after ?? start }));
  const params = new URLSearchParams({ ...(letter && { letter }), ...filterParams(filter) });
  const names = { band: filter.band && (found.records[0]?.band ?? filter.band), place: filter.place };
  const title = titleOf(visit, { ...filter, ...names }, letter);
  const marked = (mark: string) => titleOf(visit, { ...filter, band: names.band && mark, place: names.place && mark }, letter);
  const present = await lettersOf(visit, 'artist');
  const query = Object.fromEntries(params);
  return {
    title,
    path: params.size > 0 ? `${sitePaths.artists}?${params}` : sitePaths.artists,
    hidden: after !== undefined || offset > 0n,
    body: (
      <>
        <div class="heading">
          <h1>
            <Naming visit={visit} text={marked} names={[names.band, names.place].filter((name) => name !== undefined)} />
          </h1>
          <AddLink visit={visit} />
        </div>
        {letter === undefined && <p class="lead">{texts.artistCount(found.total)}</p>}
        <LetterLinks visit={visit} path={sitePaths.artists} query={query} present={present} />
        <DecadeLinks visit={visit} path={sitePaths.artists} query={query} />
        {found.records.length === 0 ? (
          <NoneListed visit={visit} path={sitePaths.artists} query={query} words={texts.artists} />
        ) : (
          <ArtistGrid visit={visit} selections={await selectionsOf(visit, found.records)} />
        )}
        <Pager visit={visit} offset={letter === undefined ? offset : undefined} page={found} limit={onPage} />
      </>
    ),
  };
}

type Filter = Omit<z.infer<typeof filterQuery>, 'letter'>;

function titleOf({ texts, language }: Visit, { band, decade, place, genre, lacks }: Filter, letter: string | undefined): string {
  const { ofBand, ofDecade } = texts.artists;
  const all = band !== undefined ? ofBand(band) : decade !== undefined ? ofDecade(decade) : texts.nav.artists;
  const without = lacks && statisticsTexts[language].without[lacks].toLowerCase();
  const further = [genre && detailsTexts[language].genres[genre], place, without, letter && labelOf(letter)].filter(Boolean);
  return further.length === 0 ? all : `${all}: ${further.join(', ')}`;
}
