import { integerTextBetween } from './int64.ts';

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
