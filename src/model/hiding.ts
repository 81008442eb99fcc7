import { z } from 'zod';
import { message } from './fault.ts';

/** Editors alone see these parts of a hidden change: its comment and source, or its values too. */
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
