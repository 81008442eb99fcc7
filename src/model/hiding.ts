import { z } from 'zod';
import { message } from './fault.ts';

/** The parts of a hidden change that only editors see. `comment`: its comment and source; `all`: its values too. */
export const hiddenParts = ['comment', 'all'] as const;
export type Hidden = (typeof hiddenParts)[number];

export const hidingRequest = z
  .strictObject({
    hidden: z
      .enum(hiddenParts, { error: message('oneOf', `${hiddenParts.join(', ')}, null`) })
      .nullable()
      .meta({ description: '`comment`: comment and source; `all`: the values too; null: show it again', example: 'all' }),
  })
  .meta({ id: 'Hiding' });
