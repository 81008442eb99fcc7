import { z } from 'zod';
import { integerTextBetween, maxInt64 } from './int64.ts';

export const maxLimit = 100;
const defaultLimit = 10;

export const pageLimit = integerTextBetween(1n, BigInt(maxLimit)).default(BigInt(defaultLimit)).meta({
  type: 'integer',
  minimum: 1,
  maximum: maxLimit,
  default: defaultLimit,
  description: 'Most rows on a page; one of much text may have fewer',
});

/** The query of every list that is counted: `after` (the last id seen) seeks, `offset` counts from the start where there is no `after`. */
export const pageQuery = z.strictObject({
  limit: pageLimit,
  offset: integerTextBetween(0n, maxInt64).default(0n).meta({
    type: 'integer',
    format: 'int64',
    minimum: 0,
    default: 0,
    description: 'Records to pass over; only echoed where `after` is given',
  }),
  after: integerTextBetween(0n, maxInt64)
    .optional()
    .meta({ type: 'integer', format: 'int64', minimum: 0, description: 'The last id seen; `next` seeks by it' }),
});

export type PageQuery = z.infer<typeof pageQuery>;

/** Rows that a list passes over at once; more may take longer than a millisecond. */
const near = 500n;

/** Whether a page is so far from the start of its list that it takes long to get there. */
export function isFar({ offset, after }: PageQuery): boolean {
  return after === undefined && offset > near;
}

/** One page below the doors: its records, how many there are in all, and whether another page follows. */
export type Slice<T> = { records: T[]; total: bigint; more: boolean };

/** One that another page follows by seeking: behind `after`, a cursor of this list in this order; undefined where none follows. */
export type SeekSlice<T> = Omit<Slice<T>, 'more'> & { after: string | undefined };

/**
 * @param found up to one record more than the page has, which tells whether another page follows
 * @param cursorOf where the list goes on behind a record
 */
export function sliceOf<T>(found: T[], { limit }: Pick<PageQuery, 'limit'>, total: bigint, cursorOf: (last: T) => string): SeekSlice<T> {
  const records = fitting(found.slice(0, Number(limit)));
  const last = found.length > records.length ? records.at(-1) : undefined;
  return { records, total, after: last && cursorOf(last) };
}

/** Characters (UTF-16 units) of texts that a page may have. */
const maxText = 1_048_576;

/** The first of some records: those up to the one that goes past the texts of a page, so that no answer grows with what is asked for. */
export function fitting<T>(records: T[]): T[] {
  let text = 0;
  const last = records.findIndex((record) => {
    text += textIn(record);
    return text > maxText;
  });
  return last < 0 ? records : records.slice(0, last + 1);
}

function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  let text = 0;
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) text += textIn(part);
  return text;
}

/** The cursor of a list in order of id. */
export function idCursor({ id }: { id: bigint }): string {
  return String(id);
}

export const shownLimit = z.int().meta({ minimum: 1, maximum: maxLimit, example: 10 });

const pageMeta = z
  .strictObject({
    limit: shownLimit,
    offset: z.int().meta({ format: 'int64', minimum: 0, example: 0 }),
    total: z.int().meta({ format: 'int64', minimum: 0, example: 309 }),
    next: z.string().nullable().meta({
      description: 'Path of the next page relative to the base URL, or null',
      example: '/api/v1/artists?limit=10&offset=10&after=1010',
    }),
  })
  .meta({ id: 'PageMeta' });

export function pageOf<T extends z.ZodType>(name: string, record: T) {
  return z.strictObject({ data: z.array(record), meta: pageMeta }).meta({ id: name });
}
