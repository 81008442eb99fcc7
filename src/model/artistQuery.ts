import { z } from 'zod';
import { artistTypes, genres } from './details.ts';
import { decadeFilter, type FilterValues, filter, filterSet, yearFilter } from './filter.ts';
import { identifierFilter } from './identifierFilter.ts';
import { parseInt64 } from './int64.ts';
import { type ListCursor, listAfter, placeFaults } from './listCursor.ts';
import { isFar, pageQuery } from './page.ts';
import { searchText } from './search/searchText.ts';
import { bandOrder } from './sortKey.ts';
import { boundedText, oneOf, textAs } from './text.ts';
import { showTime, timeText } from './time.ts';

export const maxIds = 100;

function readIds(text: string): bigint[] | undefined {
  const parts = text.split(',', maxIds + 1);
  const found = parts.map(parseInt64).filter((id) => id !== undefined && id > 0n) as bigint[];
  return parts.length <= maxIds && found.length === parts.length ? [...new Set(found)] : undefined;
}

const ids = textAs(readIds, `must be 1 to ${maxIds} ids with commas between them, such as 1001,1002`).meta({
  type: 'string',
  description: 'Only these artists; ids that are not there are left out',
  example: '1001,1002',
});

const band = boundedText(1, 200, (text) => (bandOrder(text) === '' ? ['blank'] : undefined)).meta({
  description: 'Only artists of this band; accents and case do not count',
  example: 'Sui Generis',
});

const since = timeText.meta({
  ...{ type: 'string', format: 'date-time' },
  description: 'Only artists added or changed at this time or later; changes of their albums do not count',
  example: '2026-01-02T03:04:05Z',
});

const type = z.enum(artistTypes, `must be ${artistTypes.join(' or ')}`).meta({
  description: 'Only persons, or only groups, as their details say; what has members is a group',
  example: 'group',
});

const place = boundedText(1, 200).meta({
  description: 'Only artists with this place in their details, as it is written there',
  example: 'La Plata',
});

const genre = oneOf(genres).meta({
  description: 'Only artists with this genre among those of their details',
  example: 'punk',
});

const active = yearFilter(
  'Only artists whose details say that they were active in this year: they began in it or before, and ended in it or later, or have no end',
);

/** The values that the statistics count as missing. */
export const missing = ['image', 'place', 'genre'] as const;
export type Missing = (typeof missing)[number];

const lacks = oneOf(missing).meta({
  description: 'Only artists without an image, or whose details have no place or no genre',
  example: 'place',
});

const filters = {
  ids: filter(ids, (wanted) => wanted.join(',')),
  identifier: identifierFilter('artist_identifier', {
    description: 'Only artists with one of these identifiers of other catalogues',
    example: 'discogs:82730',
  }),
  band: filter(band, String),
  year: filter(yearFilter('Only artists with an album of this year'), String),
  decade: filter(decadeFilter('Only artists with an album of this decade, given by its first year'), String),
  type: filter(type, String),
  place: filter(place, String),
  genre: filter(genre, String),
  active: filter(active, String),
  updated_since: filter(since, showTime),
  has: filter(z.enum(['image'], 'must be image').meta({ description: 'Only artists that have one', example: 'image' }), String),
  lacks: filter(lacks, String),
};

/** The store has an SQL condition for each filter. The compiler finds one that is missing. */
export type ArtistFilter = FilterValues<typeof filters>;
export type ArtistCursor = ListCursor<Sort>;

export const { optional, params: filterParams, fingerprint, isFiltered } = filterSet(filters);

export const sorts = ['id', '-id', 'name', '-name', 'updated', '-updated'] as const;
export type Sort = (typeof sorts)[number];

const sort = oneOf(sorts)
  .default('id')
  .meta({ description: 'The order; a - before it reverses it. `name` is the order in which people look names up.' });

const artistAfter = listAfter(sorts, (sort, key) => !sort.endsWith('updated') || /^\d{1,15}$/.test(key));

export const artistQuery = z
  .strictObject({ ...pageQuery.shape, q: searchText.optional(), after: artistAfter.optional(), sort, ...optional })
  .superRefine((query, context) => {
    for (const name of query.q === undefined ? [] : notWithText(query))
      context.addIssue({ code: 'custom', path: [name], message: 'does not go with q, which has an order of its own; follow meta.next' });
    // A fingerprint can be made only of values that their filters accept.
    if (query.q !== undefined || context.issues.length > 0) return;
    const faults = placeFaults(query, fingerprint(query), isFiltered(query));
    for (const [name, message] of faults) context.addIssue({ code: 'custom', path: [name], message });
  });
export type ArtistQuery = z.infer<typeof artistQuery>;

function notWithText({ after, sort, ids }: ArtistQuery): string[] {
  return [...(after === undefined ? [] : ['after']), ...(sort === 'id' ? [] : ['sort']), ...(ids === undefined ? [] : ['ids'])];
}

/** Whether the number of matching artists is unbounded: a filter by ids or identifiers matches at most a hundred. */
export function isBroad(filter: ArtistFilter): boolean {
  return isFiltered({ ...filter, ids: undefined, identifier: undefined });
}

/** Whether a page may take longer than a millisecond: after a large offset, or with a filter that may match many artists. */
export function isSlow({ offset, after, ...query }: ArtistQuery): boolean {
  return isFar({ limit: query.limit, offset, after: after === undefined ? undefined : 0n }) || isBroad(query);
}
