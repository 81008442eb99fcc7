import { z } from 'zod';
import { artistAfter, sorts } from './artistCursor.ts';
import { integerTextBetween, parseInt64 } from './int64.ts';
import { isFar, pageQuery } from './page.ts';
import { searchText } from './search/searchText.ts';
import { bandOrder } from './sortKey.ts';
import { boundedText } from './text.ts';
import { showTime, timeText } from './time.ts';

/** Ids that may be asked for at once. */
export const maxIds = 100;
/** Of a filtered or sorted list, which has to read the records it skips. */
const maxOffset = 10_000n;

const ids = z
  .string()
  .transform((text, context) => {
    const parts = text.split(',', maxIds + 1);
    const found = parts.map(parseInt64).filter((id) => id !== undefined && id > 0n) as bigint[];
    if (parts.length <= maxIds && found.length === parts.length) return [...new Set(found)];
    context.addIssue(`must be 1 to ${maxIds} ids with commas between them, such as 1001,1002`);
    return z.NEVER;
  })
  .meta({ type: 'string', description: 'Only these artists; ids that are not there are left out', example: '1001,1002' });

const band = boundedText(1, 200, (text) => (bandOrder(text) === '' ? ['blank'] : undefined)).meta({
  description: 'Only artists of this band; accents and case do not count',
  example: 'Sui Generis',
});

const year = integerTextBetween(1900n, 9999n)
  .transform(Number)
  .meta({ type: 'integer', minimum: 1900, maximum: 9999, description: 'Only artists with an album of this year', example: 1973 });

const decade = integerTextBetween(1900n, 9990n)
  .transform(Number)
  .refine((first) => first % 10 === 0, 'must be the first year of a decade, such as 1970')
  .meta({
    ...{ type: 'integer', minimum: 1900, maximum: 9990 },
    description: 'Only artists with an album of this decade, given by its first year',
    example: 1970,
  });

const since = timeText.meta({
  ...{ type: 'string', format: 'date-time' },
  description: 'Only artists added or changed at this time or later; changes of their albums do not count',
  example: '2026-01-02T03:04:05Z',
});

const filters = {
  ids: filter(ids, (wanted) => wanted.join(',')),
  band: filter(band, String),
  year: filter(year, String),
  decade: filter(decade, String),
  updated_since: filter(since, showTime),
  has: filter(z.enum(['image'], 'must be image').meta({ description: 'Only artists that have one', example: 'image' }), String),
};

/** @param show writes the value into links. The store must have a condition for each filter, or it does not compile. */
function filter<V>(given: z.ZodType<V, string>, show: (value: V) => string) {
  return { given, show };
}

type Name = keyof typeof filters;
type Optional = { [N in Name]: z.ZodOptional<(typeof filters)[N]['given']> };

export type ArtistFilter = { [N in Name]?: z.infer<(typeof filters)[N]['given']> | undefined };

const sort = z
  .enum(sorts, `must be one of ${sorts.join(', ')}`)
  .default('id')
  .meta({ description: 'The order; with a - before it the other way round. `name` is the order in which people look names up.' });

const optional = Object.fromEntries(Object.entries(filters).map(([name, { given }]) => [name, given.optional()])) as Optional;

export const artistQuery = z
  .strictObject({ ...pageQuery.shape, q: searchText.optional(), after: artistAfter.optional(), sort, ...optional })
  .superRefine((query, context) => {
    for (const name of query.q === undefined ? [] : notWithText(query))
      context.addIssue({ code: 'custom', path: [name], message: 'does not go with q, which has an order of its own; follow meta.next' });
    if (query.q !== undefined) return;
    const fault = faultOfAfter(query);
    if (fault) context.addIssue({ code: 'custom', path: ['after'], message: fault });
    if (query.offset > maxOffset && query.after === undefined && (query.sort !== 'id' || isFiltered(query)))
      context.addIssue({
        code: 'custom',
        path: ['offset'],
        message: `is at most ${maxOffset} with a filter or another order; follow meta.next instead`,
      });
  });
export type ArtistQuery = z.infer<typeof artistQuery>;

function notWithText({ after, sort, ids }: ArtistQuery): string[] {
  return [...(after === undefined ? [] : ['after']), ...(sort === 'id' ? [] : ['sort']), ...(ids === undefined ? [] : ['ids'])];
}

function faultOfAfter({ after, sort, ...query }: ArtistQuery): string | undefined {
  if (after === undefined) return undefined;
  if (typeof after === 'bigint') return sort === 'id' ? undefined : `is an id, and the list is sorted by ${sort}; begin without it`;
  if (after.sort !== sort) return `is a cursor of a list sorted by ${after.sort}, not ${sort}; begin without it`;
  return after.filter === fingerprint(query) ? undefined : 'is a cursor of a list with another filter; begin without it';
}

/** Distinguishes cursors of lists with different filters. */
export function fingerprint(filter: ArtistFilter): string {
  return Bun.hash(JSON.stringify(filterParams(filter))).toString(36);
}

/** The filter as parameters of a query, for links. */
export function filterParams(wanted: ArtistFilter): Record<string, string> {
  const given = (Object.entries(filters) as [Name, ReturnType<typeof filter<unknown>>][]).filter(([name]) => wanted[name] !== undefined);
  return Object.fromEntries(given.map(([name, { show }]) => [name, show(wanted[name])]));
}

export function isFiltered(filter: ArtistFilter): boolean {
  return Object.keys(filters).some((name) => filter[name as Name] !== undefined);
}

/** Whether a page may take longer than a millisecond. Lists of given ids, and lists that are only sorted, never do. */
export function isSlow({ offset, after, ...query }: ArtistQuery): boolean {
  return isFar({ limit: query.limit, offset, after: after === undefined ? undefined : 0n }) || isFiltered({ ...query, ids: undefined });
}
