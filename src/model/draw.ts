import { z } from 'zod';
import { integerTextBetween } from './int64.ts';

/** The most artists of one draw: as many as the front page shows. */
export const maxDrawn = 12;

export const drawQuery = z.strictObject({
  limit: integerTextBetween(1n, BigInt(maxDrawn)).default(1n).meta({ type: 'integer', minimum: 1, maximum: maxDrawn, default: 1 }),
  of: z
    .literal('today', 'must be today')
    .optional()
    .meta({ description: 'The artists of this day (UTC), the same for everybody, as on the front page of the site' }),
});

/** In ms. */
const day = 86_400_000;

/** Days since 1970 (UTC); `time` in ms. */
export const dayOf = (time: number) => Math.floor(time / day);

/** The start of a day (UTC), in ms since 1970. */
export const startOf = (dayNumber: number) => dayNumber * day;

/** Pseudo-random numbers of a day (UTC), the same for every visitor. */
export function numbersOfDay(count: number, now = Date.now()): bigint[] {
  return Array.from({ length: count }, (_, i) => BigInt(Bun.hash(`${dayOf(now)} ${i}`)));
}
