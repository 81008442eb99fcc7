import { z } from 'zod';
import { type FilterValues, filter, filterSet } from './filter.ts';
import { integerTextBetween, maxInt64 } from './int64.ts';
import { kinds } from './record.ts';
import type { Revision } from './revision.ts';

const idOf = (description: string) =>
  integerTextBetween(1n, maxInt64).meta({ type: 'integer', format: 'int64', minimum: 1, description }) as z.ZodType<bigint, string>;

/** Filters of the log. `src/store/change.ts` has the SQL condition of each. */
const filters = {
  kind: filter(z.enum(kinds, `must be ${kinds.join(' or ')}`).meta({ description: 'Only changes of this kind' }), String),
  user: filter(idOf('Only what this account changed'), String),
  artist: filter(idOf('Only changes of this artist and of what is under it'), String),
  changeset: filter(idOf('Only what one request changed'), String),
};

export const changeFilters = filterSet(filters);
export type ChangeFilter = FilterValues<typeof filters>;

export type FilterableChange = Pick<Revision, 'kind' | 'id' | 'accountId' | 'artistId'> & { changeset: bigint };

const matches: { [N in keyof ChangeFilter]-?: (change: FilterableChange, wanted: NonNullable<ChangeFilter[N]>) => boolean } = {
  kind: ({ kind }, wanted) => kind === wanted,
  user: ({ accountId }, wanted) => accountId === wanted,
  artist: ({ kind, id, artistId }, wanted) => (kind === 'artist' ? id : artistId) === wanted,
  changeset: ({ changeset }, wanted) => changeset === wanted,
};

/** Whether a change that was already read matches a filter. */
export function isWanted(change: FilterableChange, filter: ChangeFilter): boolean {
  return (Object.keys(matches) as (keyof ChangeFilter)[]).every(
    (name) => filter[name] === undefined || matches[name](change, filter[name] as never),
  );
}
