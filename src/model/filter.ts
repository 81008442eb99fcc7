import type { z } from 'zod';
import { integerTextBetween } from './int64.ts';

/** @param show writes the value into links */
export function filter<V>(given: z.ZodType<V, string>, show: (value: V) => string) {
  return { given, show };
}

type Known = Record<string, { given: z.ZodType<unknown, string>; show(value: never): string }>;

/** The values of a list's filters in a request. */
export type FilterValues<F extends Known> = { [N in keyof F]?: z.infer<F[N]['given']> | undefined };

/** Makes the schemas of a list's filters, and the texts that identify a filter in links and cursors. */
export function filterSet<F extends Known>(filters: F) {
  const names = Object.keys(filters) as (keyof F & string)[];
  /** The filter as parameters of a query, for links. */
  const params = (wanted: FilterValues<F>): Record<string, string> =>
    Object.fromEntries(
      names.filter((name) => wanted[name] !== undefined).map((name) => [name, filters[name]?.show(wanted[name] as never) ?? '']),
    );
  return {
    optional: Object.fromEntries(names.map((name) => [name, filters[name]?.given.optional()])) as {
      [N in keyof F]: z.ZodOptional<F[N]['given']>;
    },
    params,
    /** A fingerprint of the filter, so that a cursor of a list with another filter is refused. */
    fingerprint: (wanted: FilterValues<F>) => Bun.hash(JSON.stringify(params(wanted))).toString(36),
    isFiltered: (wanted: FilterValues<F>) => names.some((name) => wanted[name] !== undefined),
  };
}

/** A filter by one year. @param description of the records that it selects */
export function yearFilter(description: string) {
  return integerTextBetween(1900n, 9999n)
    .transform(Number)
    .meta({ type: 'integer', minimum: 1900, maximum: 9999, description, example: 1973 });
}

/** A filter by decade, given by its first year. @param description of the records that it selects */
export function decadeFilter(description: string) {
  return integerTextBetween(1900n, 9990n)
    .transform(Number)
    .refine((first) => first % 10 === 0, 'must be the first year of a decade, such as 1970')
    .meta({ type: 'integer', minimum: 1900, maximum: 9990, description, example: 1970 });
}
