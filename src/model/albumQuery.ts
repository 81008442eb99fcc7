import { z } from 'zod';
import { album } from './album.ts';
import { decadeFilter, type FilterValues, filter, filterSet, yearFilter } from './filter.ts';
import { identifierFilter } from './identifierFilter.ts';
import { id } from './int64.ts';
import { type ListCursor, listAfter, placeFaults } from './listCursor.ts';
import { pageOf, pageQuery } from './page.ts';
import { oneOf } from './text.ts';

export const albumSorts = ['id', '-id', 'name', '-name', 'year', '-year'] as const;
export type AlbumSort = (typeof albumSorts)[number];

/** The sort key of the order by year: the year, a space, and the sort key of the name. */
const yearKey = /^\d{4} /;

const filters = {
  year: filter(yearFilter('Only albums of this year'), String),
  decade: filter(decadeFilter('Only albums of this decade, given by its first year'), String),
  identifier: identifierFilter('album_identifier', {
    description: 'Only albums with one of these identifiers of other catalogues',
    example: 'discogs-master:82730',
  }),
};
export type AlbumFilter = FilterValues<typeof filters>;
export type AlbumCursor = ListCursor<AlbumSort>;

export const albumFilters = filterSet(filters);

export const albumQuery = z
  .strictObject({
    ...pageQuery.shape,
    after: listAfter(albumSorts, (sort, key) => !sort.endsWith('year') || yearKey.test(key)).optional(),
    sort: oneOf(albumSorts).default('id').meta({
      description: 'The order; a - before it reverses it. `name` is the order in which people look names up; `year` uses it within a year.',
    }),
    ...albumFilters.optional,
  })
  .superRefine((query, context) => {
    if (context.issues.length > 0) return;
    const faults = placeFaults(query, albumFilters.fingerprint(query), true);
    for (const [name, message] of faults) context.addIssue({ code: 'custom', path: [name], message });
  });
export type AlbumQuery = z.infer<typeof albumQuery>;

/** Whether a page may take longer than a millisecond. A filter by identifiers matches at most a hundred albums. */
export function isSlow({ identifier }: AlbumQuery): boolean {
  return identifier === undefined;
}

const artist = z
  .strictObject({ id, name: z.string().meta({ example: 'Pescado Rabioso' }) })
  .meta({ id: 'ArtistOfAlbum', description: 'Who made the album' });

export const listedAlbum = (album.shown as unknown as z.ZodObject).extend({ artist }).meta({ id: 'ListedAlbum' });
export const listedAlbumPage = pageOf('ListedAlbumPage', listedAlbum);
