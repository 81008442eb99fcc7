import { z } from 'zod';
import { showTime, time } from './time.ts';

/** How many attempts of a webhook are stored. */
export const maxAttempts = 100;

/** A call, successful or not. `status` is null if no answer came. */
export type WebhookAttempt = { event: string; type: string; at: number; ms: number; status: number | null; failure: string | null };

const attemptShape = z
  .strictObject({
    event: z.string().meta({ description: 'Its `webhook-id`', example: 'w7-c1043-mi9s0v3k' }),
    type: z.string().meta({ example: 'artist.updated' }),
    at: time,
    ms: z.int().meta({ description: 'How long it took, in milliseconds', example: 84 }),
    status: z.int().nullable().meta({ description: 'Of the answer; null where none came', example: 204 }),
    failure: z.string().nullable().meta({ description: 'Why it counts as failed; null where it does not', example: null }),
  })
  .meta({ id: 'WebhookAttempt' });

export const attemptList = z.strictObject({ data: z.array(attemptShape) }).meta({ id: 'WebhookAttemptList' });

export function showAttempt({ at, ...attempt }: WebhookAttempt): z.infer<typeof attemptShape> {
  return { ...attempt, at: showTime(at) };
}
