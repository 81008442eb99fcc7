/** @jsxImportSource #jsx */

import { z } from 'zod';
import type { Artist } from '../../model/artist.ts';
import { type ArtistQuery, artistQuery, filterParams, fingerprint } from '../../model/artistQuery.ts';
import type { SeekSlice } from '../../model/page.ts';
import { nameOrder } from '../../model/sortKey.ts';
import { selectionsOf } from '../discography.ts';
import { findArtists } from '../finding.ts';
import { AddLink } from '../parts/addLink.tsx';
import { DecadeLinks } from '../parts/decadeLinks.tsx';
import { Next } from '../parts/next.tsx';
import { type Selection, Wall } from '../parts/strip.tsx';
import { sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Redirect, Shown, Visit } from '../visit.ts';

const onPage = 36n;
const letters = [...'0abcdefghijklmnñopqrstuvwxyz'];
const letterQuery = z.object({ letter: z.enum(letters).optional() });
const { band, decade } = artistQuery.shape;
const filterQuery = z.object({ band, decade });

/** All artists, or those of a letter, a decade or a band. A query `q` redirects to the search. */
export async function browsePage(visit: Visit): Promise<Shown | Redirect> {
  const q = visit.ctx.query('q');
  if (q) return { location: `${sitePaths.search}?${new URLSearchParams({ q })}` };
  const { letter } = readQuery(visit, letterQuery);
  const filter = letter === undefined ? readQuery(visit, filterQuery) : {};
  const { after } = readQuery(visit, artistQuery, { ...filterParams(filter), sort: 'name' }, ['after']);
  const query = { ...filter, limit: onPage, after: after ?? startOf(letter) };
  const found = ofLetter(letter, await findArtists(visit, query));
  const own = new URLSearchParams({ ...(letter && { letter }), ...filterParams(filter) });
  const title = titleOf(visit, filter, letter);
  return {
    title,
    path: own.size > 0 ? `${sitePaths.artists}?${own}` : sitePaths.artists,
    hidden: after !== undefined,
    body: <Body visit={visit} {...{ title, letter, filter, found }} selections={await selectionsOf(visit, found.records)} />,
  };
}

type Filter = Pick<ArtistQuery, 'band' | 'decade'>;

function titleOf({ texts }: Visit, { band, decade }: Filter, letter: string | undefined): string {
  if (band !== undefined) return texts.artists.ofBand(band);
  if (decade !== undefined) return texts.artists.ofDecade(decade);
  return letter === undefined ? texts.artists.title : `${texts.artists.title}: ${labelOf(letter)}`;
}

const labelOf = (letter: string) => (letter === '0' ? '0–9' : letter.toUpperCase());

/** The start of the sort keys of a letter. */
const keyOf = (letter: string) => (letter === '0' ? letter : nameOrder(letter));

/** The cursor before the first name of a letter. */
function startOf(letter: string | undefined): ArtistQuery['after'] {
  return letter === undefined ? undefined : { sort: 'name', filter: fingerprint({}), id: 0n, key: keyOf(letter) };
}

/** Cuts the list off after the last name of the letter. */
function ofLetter(letter: string | undefined, found: SeekSlice<Artist>): SeekSlice<Artist> {
  if (letter === undefined) return found;
  const begins = letter === '0' ? /^\d/ : new RegExp(`^${keyOf(letter)}${letter === 'n' ? '(?!ʒ)' : ''}`);
  const records = found.records.filter(({ name }) => begins.test(nameOrder(name)));
  return { ...found, records, after: records.length === found.records.length ? found.after : undefined };
}

type BodyProps = {
  visit: Visit;
  title: string;
  letter: string | undefined;
  filter: Filter;
  found: SeekSlice<Artist>;
  selections: Selection[];
};

function Body({ visit, title, letter, filter, found, selections }: BodyProps) {
  const { texts, prefix } = visit;
  return (
    <>
      <div class="heading">
        <h1>{title}</h1>
        <AddLink visit={visit} />
      </div>
      {letter === undefined && <p class="lead">{texts.artistCount(found.total)}</p>}
      <nav class="letters" aria-label={texts.artists.letters}>
        {letters.map((each) => (
          <a href={`?letter=${encodeURIComponent(each)}`} {...(each === letter && { 'aria-current': 'page' as const })}>
            {labelOf(each)}
          </a>
        ))}
      </nav>
      <DecadeLinks visit={visit} current={filter.decade} />
      {selections.length === 0 ? <p class="muted">{texts.artists.none}</p> : <Wall selections={selections} prefix={prefix} />}
      <Next visit={visit} from={{ after: found.after }} label={texts.artists.next} />
    </>
  );
}
