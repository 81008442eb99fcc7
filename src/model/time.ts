import { z } from 'zod';
import { detailOf, message } from './fault.ts';
import { boundedText } from './text.ts';

/** In answers: RFC 3339, UTC. */
export const time = z.string().meta({ format: 'date-time', example: '2026-01-02T03:04:05.678Z' });

/** In requests; read as ms since 1970. */
const timeIn = (error: string) =>
  boundedText(0, 64)
    .pipe(z.iso.datetime({ offset: true, error }))
    .transform(Date.parse);

export const givenTime = timeIn(message('time')).meta({ type: 'string', format: 'date-time', example: '2026-01-02T03:04:05Z' });

export const futureTime = timeIn(message('time'))
  .refine((at) => at > Date.now(), message('past'))
  .meta({ type: 'string', format: 'date-time', example: '2030-01-31T12:00:00Z' });

/** A time in a query, where a plus sign means a space. */
export const timeText = timeIn(`${detailOf(['time'])}; a + in it is written %2B`);

/** @param at ms since 1970 */
export function showTime(at: number): string {
  return new Date(at).toISOString();
}
