/** @jsxImportSource #jsx */

import { z } from 'zod';
import { type AlbumFilter, albumFilters, albumQuery } from '../../model/albumQuery.ts';
import type { ListedAlbum } from '../../operations/album.ts';
import { reads } from '../../operations/reads.ts';
import { decadeClass, decadeOf } from '../decade.ts';
import { endAtLetter, labelOf, letters, lettersOf, startOf } from '../letters.ts';
import { ArtistLink } from '../parts/artistLink.tsx';
import { Sleeve } from '../parts/disc.tsx';
import { DecadeLinks, LetterLinks, NoneListed, YearLinks } from '../parts/filterLinks.tsx';
import { ShowPictures } from '../parts/hero.tsx';
import { Pager } from '../parts/pager.tsx';
import { albumPath, sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Shown, Visit } from '../visit.ts';

const onPage = 36n;
const { year, decade } = albumQuery.shape;
const ownQuery = z.object({ year, decade, letter: z.enum(letters).optional() });

/** The albums of all artists, or those of a year, decade or letter. */
export async function albumsPage(visit: Visit): Promise<Shown> {
  const { letter, ...filter } = readQuery(visit, ownQuery);
  const params = { ...albumFilters.params(filter), ...(letter && { letter }) };
  const sort = letter === undefined && filter.year === undefined ? 'year' : 'name';
  const { after, offset } = readQuery(visit, albumQuery, { ...albumFilters.params(filter), sort }, ['after', 'offset']);
  const start = startOf(letter, albumFilters.fingerprint(filter));
  const query = { ...filter, sort, limit: onPage, offset, after: after ?? start } as const;
  const page = endAtLetter(letter, await visit.services.store.readSlow(reads.findAlbums, query, visit.caller()));
  const present = await lettersOf(visit, 'album');
  const hasPictures = page.records.some(({ image }) => image !== '');
  const title = titleOf(visit, filter, letter);
  const ofDecade = filter.decade ?? (filter.year === undefined ? undefined : decadeOf(filter.year));
  return {
    title,
    path: `${sitePaths.albums}${Object.keys(params).length > 0 ? `?${new URLSearchParams(params)}` : ''}`,
    hidden: after !== undefined || offset > 0n,
    hasPictures,
    preview: { picture: '', year: filter.year ?? filter.decade },
    body: (
      <>
        <h1>{title}</h1>
        {letter === undefined && <p class="lead">{visit.texts.albumCount(page.total)}</p>}
        <LetterLinks visit={visit} path={sitePaths.albums} query={params} present={present} />
        <DecadeLinks visit={visit} path={sitePaths.albums} query={without(params, 'year')} />
        {ofDecade !== undefined && <YearLinks visit={visit} path={sitePaths.albums} query={params} decade={ofDecade} />}
        {page.records.length === 0 ? (
          <NoneListed visit={visit} path={sitePaths.albums} query={params} words={visit.texts.albums} />
        ) : (
          <Sleeves visit={visit} albums={page.records} />
        )}
        <ShowPictures visit={visit} hasPictures={hasPictures} />
        <Pager visit={visit} offset={letter === undefined ? offset : undefined} page={page} limit={onPage} />
      </>
    ),
  };
}

function titleOf({ texts: { albums, nav } }: Visit, { year, decade }: AlbumFilter, letter: string | undefined): string {
  const title = year !== undefined ? albums.ofYear(year) : decade !== undefined ? albums.ofDecade(decade) : nav.albums;
  return letter === undefined ? title : `${title}: ${labelOf(letter)}`;
}

function without(params: Record<string, string>, name: string): Record<string, string> {
  const { [name]: _, ...others } = params;
  return others;
}

function Sleeves({ visit, albums }: { visit: Visit; albums: ListedAlbum[] }) {
  return (
    <ol class="timeline">
      {albums.map(({ artist, ...album }) => (
        <li class={decadeClass(album.year)}>
          <p class="year">{album.year}</p>
          <Sleeve visit={visit} album={album} href={visit.prefix + albumPath(artist, album)} />
          <p class="by">
            <ArtistLink visit={visit} artist={artist} />
          </p>
        </li>
      ))}
    </ol>
  );
}
