import { z } from 'zod';
import { integerTextBetween, maxInt64 } from './int64.ts';

export const maxLimit = 100;
const defaultLimit = 10;

export const pageLimit = integerTextBetween(1n, BigInt(maxLimit)).default(BigInt(defaultLimit)).meta({
  type: 'integer',
  minimum: 1,
  maximum: maxLimit,
  default: defaultLimit,
  description: 'The most rows on a page; a page with long texts may have fewer',
});

/** The query of lists with a total. `offset` counts if `after` (the last id seen) is absent. */
export const pageQuery = z.strictObject({
  limit: pageLimit,
  offset: integerTextBetween(0n, maxInt64).default(0n).meta({
    type: 'integer',
    format: 'int64',
    minimum: 0,
    default: 0,
    description: 'Records to skip; where `after` is given, only shown in `meta`',
  }),
  after: integerTextBetween(0n, maxInt64)
    .optional()
    .meta({ type: 'integer', format: 'int64', minimum: 0, description: 'The last id seen; `next` seeks by it' }),
});

/** The largest offset of a list that reads each skipped record: one without a stored total, or in another order than by id. */
const maxOffset = 10_000n;

/** The fault of an offset of such a list. With a cursor no record is skipped, so the offset may be any. */
export function offsetFault({ offset, after }: { offset: bigint; after?: unknown }): string | undefined {
  return offset > maxOffset && after === undefined ? `is at most ${maxOffset} here; follow meta.next instead` : undefined;
}

export type PageQuery = z.infer<typeof pageQuery>;

/** Skipping more rows may take longer than a millisecond. */
const near = 500n;

export function isFar({ offset, after }: PageQuery): boolean {
  return after === undefined && offset > near;
}

export type Slice<T> = { records: T[]; total: bigint; more: boolean };

/** `after`: the cursor of the next page, undefined where there is none. */
export type SeekSlice<T> = Omit<Slice<T>, 'more'> & { after: string | undefined };

/**
 * @param found up to one record more than the page holds, which shows that another page follows
 * @param cursorOf the cursor after a record
 */
export function sliceOf<T>(found: T[], { limit }: Pick<PageQuery, 'limit'>, total: bigint, cursorOf: (last: T) => string): SeekSlice<T> {
  const records = fitting(found.slice(0, Number(limit)));
  const last = found.length > records.length ? records.at(-1) : undefined;
  return { records, total, after: last && cursorOf(last) };
}

/** UTF-16 units of texts on a page. */
const maxText = 1_048_576;

/** The first records, including the one with which their texts exceed `maxText`. This bounds the size of an answer. */
export function fitting<T>(records: T[]): T[] {
  let text = 0;
  const last = records.findIndex((record) => {
    text += textLengthIn(record);
    return text > maxText;
  });
  return last < 0 ? records : records.slice(0, last + 1);
}

function textLengthIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  let text = 0;
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) text += textLengthIn(part);
  return text;
}

export function idCursor({ id }: { id: bigint }): string {
  return String(id);
}

export const shownLimit = z.int().meta({ minimum: 1, maximum: maxLimit, example: 10 });

const pageMeta = z
  .strictObject({
    limit: shownLimit,
    offset: z.int().meta({ format: 'int64', minimum: 0, example: 0 }),
    total: z.int().meta({ format: 'int64', minimum: 0, example: 412 }),
    next: z.string().nullable().meta({
      description: 'Path of the next page relative to the base URL, or null',
      example: '/api/v1/artists?limit=10&offset=10&after=1010',
    }),
  })
  .meta({ id: 'PageMeta' });

export function pageOf<T extends z.ZodType>(name: string, record: T) {
  return z.strictObject({ data: z.array(record), meta: pageMeta }).meta({ id: name });
}
