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
