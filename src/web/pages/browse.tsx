/** @jsxImportSource #jsx */

import { z } from 'zod';
import type { Child } from '../../jsx.ts';
import type { Artist } from '../../model/artist.ts';
import { artistQuery, filterParams, fingerprint } from '../../model/artistQuery.ts';
import type { SeekSlice } from '../../model/page.ts';
import { findArtists } from '../finding.ts';
import { endAtLetter, labelOf, letters, lettersOf, startOf } from '../letters.ts';
import { AddLink } from '../parts/addLink.tsx';
import { DecadeLinks, LetterLinks, NoneListed } from '../parts/filterLinks.tsx';
import { Naming } from '../parts/naming.tsx';
import { Pager } from '../parts/pager.tsx';
import { ArtistGrid, type Selection, selectionsOf } from '../parts/strip.tsx';
import { sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import { detailsTexts } from '../texts/details.ts';
import { statisticsTexts } from '../texts/statistics.ts';
import type { Redirect, Shown, Visit } from '../visit.ts';

const onPage = 36n;
const letterQuery = z.object({ letter: z.enum(letters).optional() });
const { band, decade, place, genre, lacks } = artistQuery.shape;
const filterQuery = z.object({ band, decade, place, genre, lacks });

/** All artists, or those that match the filters of the query. A query `q` redirects to the search. */
export async function browsePage(visit: Visit): Promise<Shown | Redirect> {
  const { ctx } = visit;
  const [q, lang] = [ctx.query('q'), ctx.query('lang')];
  if (q) return { location: `${sitePaths.search}?${new URLSearchParams({ q, ...(lang && { lang }) })}` };
  const { letter } = readQuery(visit, letterQuery);
  const filter = readQuery(visit, filterQuery);
  const { after, offset } = readQuery(visit, artistQuery, { ...filterParams(filter), sort: 'name' }, ['after', 'offset']);
  const start = startOf(letter, fingerprint(filter));
  const found = endAtLetter(letter, await findArtists(visit, { ...filter, limit: onPage, offset, after: after ?? start }));
  const params = new URLSearchParams({ ...(letter && { letter }), ...filterParams(filter) });
  const names = { band: filter.band && (found.records[0]?.band ?? filter.band), place: filter.place };
  const title = titleOf(visit, { ...filter, ...names }, letter);
  const marked = (mark: string) => titleOf(visit, { ...filter, band: names.band && mark, place: names.place && mark }, letter);
  return {
    title,
    path: params.size > 0 ? `${sitePaths.artists}?${params}` : sitePaths.artists,
    hidden: after !== undefined || offset > 0n,
    body: (
      <Body
        visit={visit}
        {...{ letter, offset, found }}
        title={<Naming visit={visit} text={marked} names={[names.band, names.place].filter((name) => name !== undefined)} />}
        present={await lettersOf(visit, 'artist')}
        query={Object.fromEntries(params)}
        selections={await selectionsOf(visit, found.records)}
      />
    ),
  };
}

type Filter = z.infer<typeof filterQuery>;

function titleOf({ texts, language }: Visit, { band, decade, place, genre, lacks }: Filter, letter: string | undefined): string {
  const { ofBand, ofDecade } = texts.artists;
  const all = band !== undefined ? ofBand(band) : decade !== undefined ? ofDecade(decade) : texts.nav.artists;
  const without = lacks && statisticsTexts[language].without[lacks].toLowerCase();
  const further = [genre && detailsTexts[language].genres[genre], place, without, letter && labelOf(letter)].filter(Boolean);
  return further.length === 0 ? all : `${all}: ${further.join(', ')}`;
}

type BodyProps = {
  visit: Visit;
  title: Child;
  letter: string | undefined;
  /** The letters that have an artist. */
  present: string[];
  query: Record<string, string>;
  offset: bigint;
  found: SeekSlice<Artist>;
  selections: Selection[];
};

function Body({ visit, title, letter, present, query, offset, found, selections }: BodyProps) {
  const { texts } = visit;
  return (
    <>
      <div class="heading">
        <h1>{title}</h1>
        <AddLink visit={visit} />
      </div>
      {letter === undefined && <p class="lead">{texts.artistCount(found.total)}</p>}
      <LetterLinks visit={visit} path={sitePaths.artists} query={query} present={present} />
      <DecadeLinks visit={visit} path={sitePaths.artists} query={query} />
      {selections.length === 0 ? (
        <NoneListed visit={visit} path={sitePaths.artists} query={query} words={texts.artists} />
      ) : (
        <ArtistGrid visit={visit} selections={selections} />
      )}
      <Pager visit={visit} offset={letter === undefined ? offset : undefined} page={found} limit={onPage} />
    </>
  );
}
